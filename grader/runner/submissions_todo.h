// SPDX-License-Identifier: Apache-2.0
// A submission shares no variable with its runner, which keeps the LAB_TODO that it reaches. Include this in
// one file of the runner: it defines the functions that lab/todo.h calls if they exist.
#pragma once
#include "lab/todo.h"

namespace lab::todo_detail {

extern "C" {
void lab_todo_reached(const char* text) { keep(text); }
void lab_todo_device_reader(device_reader read) { device_readers().push_back(read); }
}

}  // namespace lab::todo_detail
