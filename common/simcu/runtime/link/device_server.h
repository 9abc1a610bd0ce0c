// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace simcu {

// The device's end of the socket to the host's process. include/simcu/parted.h declares the rest.
void begin_to_serve(int socket);

}  // namespace simcu
