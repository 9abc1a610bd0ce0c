// SPDX-License-Identifier: Apache-2.0
// cuda::pipeline of libcu++. A thread's own pipeline counts groups of its copies. One that a block shares has
// two barriers per stage: the stage's bytes have arrived, and no thread needs them any more.
#pragma once
#include <cstdint>

#include "simcu/cuda_barrier.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

// What the threads of a cuda::pipeline share: the barriers of its stages.
template <thread_scope Scope, ::std::uint8_t Stages>
class pipeline_shared_state {
 public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;

  // For make_pipeline.
  barrier<Scope> produced[Stages], consumed[Stages];
  atomic<unsigned, Scope> producers;
};

// CUDA's cuda::pipeline: copies into stages that are filled while others are used.
template <thread_scope Scope>
class pipeline {
 public:
  pipeline() = default;
  pipeline(barrier<Scope>* produced, barrier<Scope>* consumed, unsigned stages)
      : produced_(produced), consumed_(consumed), stages_(stages) {}
  pipeline(pipeline&&) = default;
  pipeline& operator=(pipeline&&) = delete;

  // Waits until the next stage is free.
  void producer_acquire() {
    if (produced_ && started_ >= stages_)
      consumed_[started_ % stages_].wait_for_phase(started_ / stages_ - 1);
  }
  // The copies since producer_acquire are this stage's.
  void producer_commit() {
    if (produced_)
      (void)produced_[started_ % stages_].come();
    else
      simcu::commit_async_copies();
    ++started_;
  }
  // Waits for the oldest stage that has not been released.
  void consumer_wait() {
    if (produced_)
      produced_[released_ % stages_].wait_for_phase(released_ / stages_);
    else
      simcu::finish_async_copies(started_ > released_ ? started_ - released_ - 1 : 0);
  }
  void consumer_release() {
    if (produced_) (void)consumed_[released_ % stages_].come();
    ++released_;
  }
  // Waits for all stages but the latest `prior` ones.
  void wait_prior(unsigned prior) { simcu::finish_async_copies(prior); }
  bool quit() { return true; }

  // For memcpy_async.
  simcu::copy_group current() const {
    return produced_ ? simcu::copy_group{&produced_[started_ % stages_], started_ / stages_}
                     : simcu::copy_group{};
  }

 private:
  barrier<Scope>*produced_ = nullptr, *consumed_ = nullptr;  // null: the thread's own
  unsigned stages_ = 0, started_ = 0, released_ = 0;
};

inline pipeline<thread_scope_thread> make_pipeline() { return {}; }

namespace detail {
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> pipeline_of(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                            unsigned producers, unsigned consumers, simcu::location where) {
  if (group.thread_rank() == 0)
    for (unsigned i = 0; i < Stages; ++i) {
      state->produced[i].init_barrier(producers);
      state->consumed[i].init_barrier(consumers);
    }
  group.sync(where);
  return {state->produced, state->consumed, Stages};
}
}  // namespace detail

// Made of all threads of the group, each producer and consumer; then of its first threads and the rest; then
// by roles.
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                              simcu::location where = SIMCU_HERE) {
  const auto all = static_cast<unsigned>(group.size());
  return detail::pipeline_of(group, state, all, all, where);
}
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                              ::std::size_t producer_count, simcu::location where = SIMCU_HERE) {
  const auto producers = static_cast<unsigned>(producer_count);
  return detail::pipeline_of(group, state, producers, static_cast<unsigned>(group.size()) - producers, where);
}
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                              pipeline_role role, simcu::location where = SIMCU_HERE) {
  if (group.thread_rank() == 0) state->producers.store(0u, memory_order_relaxed);
  group.sync(where);
  if (role == pipeline_role::producer) state->producers.fetch_add(1u, memory_order_relaxed);
  group.sync(where);
  const unsigned producers = state->producers.load(memory_order_relaxed);
  return detail::pipeline_of(group, state, producers, static_cast<unsigned>(group.size()) - producers, where);
}

template <unsigned Prior>
void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& p) {
  p.wait_prior(Prior);
}
template <class Size, thread_scope Scope>
[[gnu::always_inline]] inline void memcpy_async(void* dst, const void* src, const Size& size,
                                                pipeline<Scope>& p) {
  simcu::start_async_copy(dst, src, static_cast<::std::size_t>(size), p.current());
}
template <class Group, class Size, thread_scope Scope>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, void* dst, const void* src,
                                                const Size& size, pipeline<Scope>& p) {
  simcu::start_async_copy_of(group, dst, src, static_cast<::std::size_t>(size), p.current());
}

}  // namespace cuda
