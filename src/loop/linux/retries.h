// Notices that the program asks the system the same again and again, and is refused: it waits for somebody outside,
// such as another process that makes a file or listens on a port. Its tries must then take the time that they take for
// the other one, so waiting is real (docs/engines.md, Waiting for somebody outside).
#pragma once

#include <uv.h>

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "loop/linux/clock.h"

namespace nacd::loop {

// Belongs to one loop's thread. A question is a number, not 0; times are Clock's nanoseconds.
class Retries {
 public:
  // Returns the question of a task of the worker pool: what it asks, about which path, asked where (`name`, its count
  // and what follows left out). 0: it does not ask whether there is something.
  static uint64_t QuestionOf(const uv_fs_t& request, std::string_view name);
  // Returns the question whether somebody listens at an address.
  static uint64_t QuestionOf(const void* address, size_t size);

  void Asked(uint64_t question, int64_t now);
  void Answered(uint64_t question, bool refused, int64_t now);
  // True while the program waits for somebody outside.
  bool Waiting(int64_t now) const { return now < waits_until_; }

 private:
  struct Question {
    int asked = 0;
    bool refused = false;
    int64_t last = 0;  // when it was asked
    int64_t gap = 0;   // before that
  };

  void Look(const Question& question);
  void Forget(int64_t now);

  std::unordered_map<uint64_t, Question> questions_;
  int64_t waits_until_ = 0;
};

}  // namespace nacd::loop
