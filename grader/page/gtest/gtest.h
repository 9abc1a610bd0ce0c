// SPDX-License-Identifier: Apache-2.0
// The page runs graded tests by itself (verifier::run_here), so of GoogleTest it needs one macro.
#pragma once
#define TEST(suite, name) [[maybe_unused]] static void test_##suite##_##name()
