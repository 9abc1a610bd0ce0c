// SPDX-License-Identifier: Apache-2.0
// In a page, verifier::run_here runs the tests, which need only this macro of GoogleTest.
#pragma once
#define TEST(suite, name) [[maybe_unused]] static void test_##suite##_##name()
