// Detects at once, without a timeout, that nothing can go on in a loop any more.
#pragma once

#include <uv.h>

#include <cstdint>
#include <functional>

namespace nacd::schedule {

// Possible sources of the next event.
enum class Prospect {
  kSomething,    // something is under way
  kFromOutside,  // only what another process or thread does
  kNothing,
};

struct Outlook {
  Prospect prospect = Prospect::kNothing;
  uint64_t patience_ms = 0;  // what could only come from outside is given so long without any event
  uint64_t events = 0;       // how many the loop has had so far
};

// Belongs to one loop's thread. While it is on, the loop stays alive.
class IdleWatch {
 public:
  // `look` returns what is known besides the loop's own state. When its patience is over, `others` gets the time in ms
  // for which nothing has come, and returns how long to wait for those outside. That takes a while. `found` is called
  // when nothing has come and nothing will.
  using Others = std::function<uint64_t(uint64_t)>;
  IdleWatch(uv_loop_t* loop, std::function<Outlook()> look, Others others, std::function<void()> found);
  IdleWatch(const IdleWatch&) = delete;
  IdleWatch& operator=(const IdleWatch&) = delete;

  void Set(bool on);
  bool on() const { return on_; }
  // `closed` runs on the loop when this may be deleted.
  void Close(std::function<void()> closed);

 private:
  void Look();
  void Spin(bool on);
  bool IsPatient(uint64_t ms);
  void Sleep(uint64_t ms);
  bool IsBusy() const;

  uv_loop_t* loop_;
  std::function<Outlook()> look_;
  Others others_;
  std::function<void()> found_;
  uv_prepare_t prepare_;
  uv_idle_t idle_;
  uv_timer_t patience_;
  bool on_ = false;
  uint64_t sleep_ms_ = 0;  // 0: it does not wait for what is outside
  uint64_t quiet_ms_ = 0;  // for how long nothing has come from there
  int rounds_ = 0;
  uint64_t events_ = 0;
  int open_handles_ = 0;
  std::function<void()> closed_;
};

}  // namespace nacd::schedule
