// Names of operations on the loop. They are the same in every run, whatever the order: no descriptor numbers, ports or
// pointers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "loop/engine.h"
#include "names/recent_counts.h"
#include "schedule/scheduler.h"

namespace nacd::loop {

// One a loop. An operation's root is the user's call it goes back to: what the call submits further down, and what its
// completions submit in turn, is named "ROOT/what#count", so names stay short and are counted in a narrow scope.
class Names {
 public:
  Names(const schedule::Scheduler* scheduler, const EngineOptions& options)
      : scheduler_(scheduler), in_runner_(options.in_runner), is_machinery_(options.is_machinery) {}

  // Returns the name of what runs now: the user's call, or the root of the operation that was delivered last. Empty:
  // not known.
  std::string_view Context() const;
  // Called when an operation of `root` was delivered: whatever is submitted from now on is its consequence.
  void Delivered(std::string root, bool machinery = false) {
    root_ = std::move(root);
    root_machinery_ = machinery;
  }
  // Returns true if a test runner or transformer, rather than code under test, is running (Operation::machinery).
  bool IsMachinery() const;
  // Returns true if a hooked call is running.
  bool InCall() const { return !scheduler_->current_call().name.empty(); }
  // Returns true if `file` belongs to a test runner or transformer.
  bool IsMachinery(std::string_view file) const { return !file.empty() && is_machinery_ && is_machinery_(file); }
  bool in_runner() const { return in_runner_; }
  // `what` as it happens for the first, second... time in the present context. Without a context, `where` is
  // its subject (a path).
  std::string Fresh(std::string_view what, std::string_view where);
  // The present context, or `name` where there is none: the root of what is called `name`.
  std::string Root(std::string_view name) const;

 private:
  const schedule::Scheduler* scheduler_;
  bool in_runner_;
  std::function<bool(std::string_view)> is_machinery_;
  std::string root_;
  bool root_machinery_ = false;
  // By hash of the name without its count. There are as many contexts as calls.
  std::unordered_map<uint64_t, uint32_t> counts_;  // outside of all contexts
  names::RecentCounts in_contexts_;
};

}  // namespace nacd::loop
