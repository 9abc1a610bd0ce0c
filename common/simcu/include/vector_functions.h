// SPDX-License-Identifier: Apache-2.0
// make_int4 and the like.
#pragma once
#include "simcu/vector_functions.h"
