# SPDX-License-Identifier: Apache-2.0
# gdb in kernels of the simulated device: `make debug` reads it, and so does .vscode/launch.json.
set confirm off
set pagination off
set print thread-events off
# How the simulated device takes turns among threads, and notices a bad access: its own business.
handle SIGURG nostop noprint pass

define whoami
  printf "block (%u,%u,%u) of (%u,%u,%u), thread (%u,%u,%u) of (%u,%u,%u)\n", blockIdx.x, blockIdx.y, blockIdx.z, gridDim.x, gridDim.y, gridDim.z, threadIdx.x, threadIdx.y, threadIdx.z, blockDim.x, blockDim.y, blockDim.z
end
document whoami
Which thread of which block of the kernel is this?
end

define goto_thread
  disable
  if $argc == 2
    tbreak if blockIdx.x == $arg0 && threadIdx.x == $arg1
  else
    tbreak if threadIdx.x == $arg0
  end
  continue
  enable
  whoami
end
document goto_thread
goto_thread [BLOCK] THREAD: goes on until this line is reached by that thread.
end
