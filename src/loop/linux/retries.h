// Notices when the program asks the system the same thing again and again, and is refused: it waits for somebody
// outside, such as another process that creates a file or listens on a port. Its retries must then last as long as the
// other one needs, so waiting is real (docs/engines.md, Waiting for somebody outside).
#pragma once

#include <uv.h>

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "loop/linux/clock.h"

namespace nacd::loop {

// Belongs to one loop's thread. A question is a number, not 0; times are Clock's nanoseconds.
class Retries {
 public:
  // Returns the question of a task of the worker pool: what it asks, about which path, and where in the code (`name`
  // without its count and what follows). 0 if it does not check for existence.
  static uint64_t QuestionOf(const uv_fs_t& request, std::string_view name);
  // Returns the question whether anybody listens at an address.
  static uint64_t QuestionOf(const void* address, size_t size);

  enum class By {
    kProgram,
    kItself,  // again and again, as for fs.watchFile
    kThread,  // on the loop's thread: only a timer shows that it waits in between
  };
  void Asked(uint64_t question, int64_t now, By by = By::kProgram);
  // Called when the loop's thread has checked whether `path` exists (fs.existsSync).
  void Looked(std::string_view path, bool missing, int64_t now);
  // Called when a task is done that asked nothing or was not refused; `name` as for QuestionOf().
  void Done(std::string_view name);
  void Answered(uint64_t question, bool refused, int64_t now);
  // A worker has ended a task for a file. The program may hear of it later than of those that it refused meanwhile.
  void Ended(const uv_fs_t& request, int64_t now);
  // The program hears of a task for a file, after Ended(); `question`: its own, or 0. What the program makes itself it
  // does not wait for, and it does not wait until a folder is gone in which it makes something, nor until a lock is
  // gone that it has made itself (a file with O_EXCL, a folder). Nor does it only wait in a round in which it changes
  // something.
  void Made(const uv_fs_t& request, uint64_t question, int64_t now);
  // Called when the program does something that others can see, such as listening: in that round it does more than
  // look.
  void Changed(int64_t now);
  // True if this question is asked repeatedly.
  bool Repeats(uint64_t question) const;
  // True while the program waits for somebody outside.
  bool Waiting(int64_t now) const { return now < waits_until_; }
  int64_t waits_until() const { return waits_until_; }

 private:
  struct Question {
    int asked = 0;
    int pending = 0;  // how many are not answered yet
    bool refused = false;
    int64_t last = 0;      // when it was asked
    int64_t answered = 0;  // when it was refused last
    int64_t gap = 0;       // for so long the program slept, at most, between such an answer and the next time
    double slept_ms = 0;   // ProgramTimers::SleptMs() when it was asked or refused last
    uint64_t looks = 0;    // looks_ then
    uint64_t timers = 0;   // how many had fired then
    uint64_t done = 0;     // done_ then
    uint64_t between = 0;  // what was done before that, since it was asked
    uint64_t changes = 0;  // changes_ then
    bool slept = false;    // a timer may have fired before that
    int alike = 0;         // so many times in turn `between` was nothing, or as the time before, and changed nothing
  };

  void NoteRefused(uint64_t hash, uint64_t question);
  bool WasOwn(std::string_view path, uint64_t question) const;
  void Drop(uint64_t number, int64_t now);
  void DropAllOf(uint64_t hash, int64_t now);
  static bool OnlyLooks(const Question& question);
  static bool Repeats(const Question& question);
  void Look(const Question& question);
  void Forget(int64_t now);

  std::unordered_map<uint64_t, Question> questions_;
  std::unordered_map<uint64_t, std::unordered_set<uint64_t>> refused_;  // hash of a path, or of a folder -> questions
  // Hashes of paths that the program has made where nothing was, and when it removed them.
  std::unordered_map<uint64_t, int64_t> own_;
  uint64_t done_ = 0;     // the sum of what was done: two rounds of a loop that does the same add the same
  uint64_t changes_ = 0;  // that the program has made
  uint64_t looks_ = 0;    // of the thread, at files that are missing
  int64_t waits_until_ = 0;
  bool looks_only_ = false;  // until then, as it does nothing but look; else as it sleeps between
};

}  // namespace nacd::loop
