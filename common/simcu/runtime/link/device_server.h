// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace simcu {

void begin_to_serve(int socket);

}  // namespace simcu
