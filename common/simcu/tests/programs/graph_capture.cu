// SPDX-License-Identifier: Apache-2.0
// An iterative method as a graph: one step is captured from two streams that fork and join, and launched many
// times.
#include <cstdio>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void add(float* x, const float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += y[i];
}

__global__ void add_one(float* data) { data[threadIdx.x] += 1; }

// What is taken and given back in a capture belongs to the graph, which takes it again with each launch; what
// an explicit node takes can be freed outside.
void use_memory_of_a_graph(cudaStream_t stream) {
  constexpr int kSome = 256;
  float *scratch, *h_out, *kept;
  cudaMallocHost(&h_out, kSome * sizeof(float));
  cudaGraph_t captured, by_hand;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&scratch, kSome * sizeof(float), stream);
  cudaMemsetAsync(scratch, 0, kSome * sizeof(float), stream);
  add_one<<<1, kSome, 0, stream>>>(scratch);
  cudaMemcpyAsync(h_out, scratch, kSome * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(scratch, stream);
  cudaStreamEndCapture(stream, &captured);
  cudaGraphExec_t run;
  cudaGraphInstantiateWithFlags(&run, captured, 0);
  size_t nodes = 0;
  cudaGraphGetNodes(captured, nullptr, &nodes);
  for (int i = 0; i < 3; ++i) {
    h_out[7] = 0;
    cudaGraphLaunch(run, stream);
    cudaStreamSynchronize(stream);
    std::printf("%zu nodes, scratch[7] = %g\n", nodes, h_out[7]);
  }
  cudaGraphExecDestroy(run);
  cudaGraphDestroy(captured);

  cudaGraphCreate(&by_hand, 0);
  cudaGraphNode_t take, clear;
  cudaMemAllocNodeParams memory = {};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location.type = cudaMemLocationTypeDevice;
  memory.bytesize = kSome * sizeof(float);
  std::printf("%s\n", cudaGetErrorName(cudaGraphAddMemAllocNode(&take, by_hand, nullptr, 0, &memory)));
  kept = static_cast<float*>(memory.dptr);
  cudaMemsetParams zero = {};
  zero.dst = kept, zero.elementSize = 4, zero.width = kSome, zero.height = 1;
  cudaGraphAddMemsetNode(&clear, by_hand, &take, 1, &zero);
  cudaGraphNodeType type;
  cudaGraphNodeGetType(take, &type);
  cudaGraphInstantiateWithFlags(&run, by_hand, 0);
  for (int i = 0; i < 2; ++i) {
    cudaGraphLaunch(run, stream);
    add_one<<<1, kSome, 0, stream>>>(kept);
    cudaMemcpyAsync(h_out, kept, kSome * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(kept, stream);
    cudaStreamSynchronize(stream);
    std::printf("type %d, kept[9] = %g\n", static_cast<int>(type), h_out[9]);
  }
  cudaGraphExecDestroy(run);
  cudaGraphDestroy(by_hand);
  cudaFreeHost(h_out);
}

int main() {
  constexpr int kCount = 1000, kSteps = 5;
  static float h_x[kCount], h_y[kCount];
  for (int i = 0; i < kCount; ++i) h_x[i] = static_cast<float>(i), h_y[i] = 1;
  float *d_x, *d_y;
  cudaMalloc(&d_x, sizeof h_x);
  cudaMalloc(&d_y, sizeof h_y);
  cudaMemcpy(d_x, h_x, sizeof h_x, cudaMemcpyHostToDevice);
  cudaMemcpy(d_y, h_y, sizeof h_y, cudaMemcpyHostToDevice);

  cudaStream_t stream, other;
  cudaEvent_t fork, join;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork, 0);
  scale<<<(kCount + 255) / 256, 256, 0, stream>>>(d_x, 0.5f, kCount);
  scale<<<(kCount + 255) / 256, 256, 0, other>>>(d_y, 2.0f, kCount);
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(stream, join, 0);
  add<<<(kCount + 255) / 256, 256, 0, stream>>>(d_x, d_y, kCount);
  cudaStreamEndCapture(stream, &graph);
  size_t nodes = 0, roots = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetRootNodes(graph, nullptr, &roots);

  cudaGraphExec_t step;
  cudaGraphInstantiateWithFlags(&step, graph, 0);
  for (int i = 0; i < kSteps; ++i) cudaGraphLaunch(step, stream);
  cudaMemcpyAsync(h_x, d_x, sizeof h_x, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  std::printf("%zu nodes, %zu roots, x[0] = %g, x[640] = %g\n", nodes, roots, h_x[0], h_x[640]);

  use_memory_of_a_graph(stream);

  cudaGraphExecDestroy(step);
  cudaGraphDestroy(graph);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
  cudaFree(d_x);
  cudaFree(d_y);
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
