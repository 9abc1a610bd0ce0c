// SPDX-License-Identifier: Apache-2.0
// Each test of exercises 1 to 4 computes its input itself, so mistakes in another function have no effect.
#include "diagnosis.h"
#include "lab_test.h"
#include "network_calls.h"

using namespace verifier;
using namespace lab07;

namespace {

const std::vector<config> kConfigs{{32, 4, 1}, {32, 4, 2}, {32, 4, 4}, {64, 8, 1}, {32, 8, 2}, {32, 8, 4}};

void expect_step(const named_words& keys, step s) {
  trial([&] { expect_steps(ask_steps("compare_exchange_step", keys, s, 0), keys, {s}); });
}

void expect_tiles(const named_words& keys, unsigned block_size) {
  trial([&] {
    expect_steps(ask("sort_tiles", keys, block_size), keys, network(1, ceil_log2(2 * block_size)));
  });
}

void expect_tiles(const named_words& keys, config c) {
  trial([&] { expect_steps(ask("sort_tiles_vectors", keys, c), keys, network(1, ceil_log2(c.tile()))); });
}

void expect_finish(const char* exercise, const named_words& keys, config c) {
  trial([&] {
    const request asked = c.vector_length == 1 ? ask(exercise, keys, c.block_size) : ask(exercise, keys, c);
    expect_steps(asked, keys, finish(ceil_log2(c.tile())));
  });
}

// Returns keys after the earlier steps of the last stage.
words before_finish(std::size_t n, int lg_tile) {
  const int k = ceil_log2(n);
  words keys = run_steps(uniform<word>(n), network(1, k - 1));
  for (int bit = k - 1; bit >= lg_tile; --bit) run_steps(keys, step{k, bit});
  return keys;
}

using add_params = std::function<void(request&)>;

// Tests null keys, an n above the limit, and n = 0, which is not an error.
void expect_refused_keys(const char* exercise, const add_params& with) {
  request missing(exercise);
  with(missing);
  missing.param("n", 40).null_buffer("keys").run_refused("d_keys");
  request many = ask(exercise, uniform<word>(40));
  with(many);
  many.param("n", (std::int64_t{1} << 31) + 1).run_refused("n");
  request nothing(exercise);
  with(nothing);
  nothing.null_buffer("keys").run();
}

// Requires a refusal if the tile is too large for a block on this device.
bool is_too_large_here(config c, const char* exercise, const named_words& keys) {
  if (c.tile() * sizeof(word) <= shared_of_block()) return false;
  ask(exercise, keys, c).run_refused("block_size");
  return true;
}

void expect_refused_blocks(const char* exercise, const add_params& with) {
  for (const unsigned block_size : {0u, 1u, 16u, 48u, 2048u}) {
    request asked = ask(exercise, uniform<word>(40), block_size);
    with(asked);
    asked.run_refused("block_size");
  }
  expect_refused_keys(exercise, [&](request& r) {
    r.param("block_size", 64);
    with(r);
  });
}

}  // namespace

GRADED_TEST(Lab07, StepComparesTheRightPartners) {
  expect_step({7, 6, 5, 4, 3, 2, 1, 0}, {1, 0});
  expect_step({2, 1}, {1, 0});
  for (int stage = 1; stage <= 11; ++stage)
    for (int bit = stage - 1; bit >= 0; --bit) expect_step(uniform<word>(1 << 11), {stage, bit});
}

GRADED_TEST(Lab07, StepsSortPowersOfTwo) {
  for (const std::size_t n : {0, 1, 2, 4, 8, 16, 64, 512, 1024, 1 << 14}) {
    const auto keys = uniform<word>(n);
    trial([&] { expect_sorted(ask("sort_steps", keys), keys); });
  }
  const auto many = uniform<word>(std::size_t{1} << scaled(16, 24));
  trial([&] { expect_sorted_copy(ask("sort_steps", many).run().get<word>("keys"), many); });
}

GRADED_TEST(Lab07, StepsSortEveryInput) {
  for (const family& f : key_families()) {
    const auto keys = f.make(2048);
    trial([&] { expect_sorted(ask("sort_steps", keys), keys); });
  }
}

GRADED_TEST(Lab07, StepsRefuseBadArguments) {
  const auto some = uniform<word>(40);
  for (const int stage : {-1, 0, 32})
    ask_steps("compare_exchange_step", some, {stage, 0}, 0).run_refused("stage");
  for (const step s : {step{3, -1}, step{3, 3}, step{1, 30}})
    ask_steps("compare_exchange_step", some, s, 0).run_refused("bit");
  expect_refused_keys("compare_exchange_step", [](request& r) { r.param("stage", 3).param("bit", 1); });
  expect_refused_keys("sort_steps", [](request&) {});
}

GRADED_TEST(Lab07, TilesAreSorted) {
  for (const unsigned block_size : {32u, 64u, 256u, 1024u})
    for (const std::size_t tiles : {1, 4}) expect_tiles(uniform<word>(2 * block_size * tiles), block_size);
  for (const family& f : key_families()) expect_tiles(f.make(1024), 128);
  for (const std::size_t n : {1, 2, 8, 32}) expect_tiles(uniform<word>(n), 64);  // less than a tile
}

GRADED_TEST(Lab07, MergesAreFinished) {
  for (const unsigned block_size : {32u, 256u, 1024u}) {
    const config c{block_size, 1, 1};
    expect_finish("finish_merge", before_finish(4 * c.tile(), ceil_log2(c.tile())), c);
    expect_finish("finish_merge", uniform<word>(2 * c.tile()), c);
  }
}

GRADED_TEST(Lab07, HybridSortIsRight) {
  for (const unsigned block_size : {32u, 128u, 1024u})
    for (const std::size_t n : {0, 1, 2, 64, 256, 2048, 8192}) {
      const auto keys = uniform<word>(n);
      trial([&] { expect_sorted(ask("sort_hybrid", keys, block_size), keys); });
    }
  for (const family& f : key_families()) {
    const auto keys = f.make(1024);
    trial([&] { expect_sorted(ask("sort_hybrid", keys, 64), keys); });
  }
  const auto many = uniform<word>(std::size_t{1} << scaled(16, 24));
  trial([&] { expect_sorted_copy(ask("sort_hybrid", many, 256).run().get<word>("keys"), many); });
}

GRADED_TEST(Lab07, HybridRefusesBadArguments) {
  for (const char* exercise : {"sort_tiles", "finish_merge", "sort_hybrid"})
    expect_refused_blocks(exercise, [](request&) {});
}

GRADED_TEST(Lab07, VectorTilesAreSorted) {
  for (const config c : kConfigs)
    for (const std::size_t tiles : {1, 4}) expect_tiles(uniform<word>(c.tile() * tiles), c);
  for (const family& f : key_families()) expect_tiles(f.make(1024), {64, 4, 2});
  for (const std::size_t n : {1, 2, 4, 16, 128})
    expect_tiles(uniform<word>(n), {32, 8, 1});  // less than a tile
  const auto large = uniform<word>(1 << 15);
  if (!is_too_large_here({1024, 8, 2}, "sort_tiles_vectors", large)) expect_tiles(large, {1024, 8, 2});
}

GRADED_TEST(Lab07, VectorMergesAreFinished) {
  for (const config c : kConfigs) {
    expect_finish("finish_merge_vectors", before_finish(4 * c.tile(), ceil_log2(c.tile())), c);
    expect_finish("finish_merge_vectors", uniform<word>(c.tile()), c);
  }
  const auto large = uniform<word>(1 << 15);
  if (!is_too_large_here({512, 8, 4}, "finish_merge_vectors", large))
    expect_finish("finish_merge_vectors", large, {512, 8, 4});
}

GRADED_TEST(Lab07, VectorSortIsRightForEveryLAndM) {
  for (const config c : kConfigs) {
    for (const std::size_t n : {0, 1, 2, 256, 8192}) {
      const auto keys = uniform<word>(n);
      trial([&] { expect_sorted(ask("sort_vectors", keys, c), keys); });
    }
    const auto many = uniform<word>(std::size_t{1} << scaled(15, 24));
    trial([&] { expect_sorted_copy(ask("sort_vectors", many, c).run().get<word>("keys"), many); });
  }
}

GRADED_TEST(Lab07, VectorsRefuseBadArguments) {
  const auto some = uniform<word>(40);
  for (const char* exercise : {"sort_tiles_vectors", "finish_merge_vectors", "sort_vectors"}) {
    for (const int length : {0, 1, 2, 3, 6, 16, -4})
      ask(exercise, some, {64, length, 1}).run_refused("vector_length");
    for (const int vectors : {0, 3, 8, -1}) ask(exercise, some, {64, 4, vectors}).run_refused("vectors");
    ask(exercise, some, {1024, 8, 4}).run_refused("block_size");  // 256 KiB of shared memory
    expect_refused_blocks(exercise, [](request& r) { r.param("vector_length", 4).param("vectors", 2); });
  }
}

GRADED_TEST(Lab07, RemappedMergeIsRight) {
  for (const bool swap : {false, true})
    for (const unsigned block_size : {32u, 64u, 256u, 1024u}) {
      const std::size_t tile = 8 * block_size;
      const int lg_tile = ceil_log2(tile);
      for (const named_words& keys : {named_words(before_finish(4 * tile, lg_tile)), uniform<word>(2 * tile)})
        trial([&] { expect_steps(ask_remapped(keys, block_size, swap), keys, finish(lg_tile)); });
    }
}

GRADED_TEST(Lab07, RemappedMergeRefusesBadArguments) {
  expect_refused_blocks("finish_merge_remapped", [](request& r) { r.param("swap", 1); });
}
