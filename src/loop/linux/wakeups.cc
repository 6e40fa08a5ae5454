#include "loop/linux/wakeups.h"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "names/name.h"

namespace nacd::loop {
namespace {

constexpr const char* kOwnMessage = "a message of a thread to itself is there at once, so it cannot come later";
constexpr const char* kClosed = "its port was closed, or its sender ended: Node.js delivers what is left at once then";

}  // namespace

Wakeups::Wakeups(uv_loop_t* loop, schedule::Scheduler* scheduler, Names* names)
    : loop_(loop), scheduler_(scheduler), names_(names) {
  uv::LinkInit(&aside_);
  Each([this](uv_async_t* async) { node_.insert(async); });
}

void Wakeups::Each(const std::function<void(uv_async_t*)>& visit) {
  uv::EachAsync(uv::AsyncHandles(loop_), visit);
  uv::EachAsync(&aside_, visit);
}

// Among the handles that Node.js made, only those that keep the loop alive belong to the program: the port to a
// worker's parent, and ports that came with its data.
bool Wakeups::IsSeen(uv_async_t* async) const {
  if (IsOurs(async) || handles_.count(async) > 0) return true;
  return scheduler_->gates().any() && uv_has_ref(reinterpret_cast<uv_handle_t*>(async));
}

// In a test runner's thread ports are the runner's own, as those that it talks to its workers by, unless code under
// test has made one since the last poll.
void Wakeups::LearnOwners() {
  const bool users = scheduler_->made_ports() || users_;
  Each([this, users](uv_async_t* async) {
    if (IsOurs(async) && handles_.count(async) == 0) handles_[async].machinery = !users;
  });
}

// In the order in which they were made, since the first message comes to any of them. If code under test has made ports
// or workers since the last poll, they are the program's.
void Wakeups::NameNew() {
  uv::EachAsync(uv::AsyncHandles(loop_), [this](uv_async_t* async) {
    if (!IsOurs(async)) return;
    Handle& handle = handles_[async];
    if (!handle.origin.empty()) return;
    handle.origin = names_->Fresh("message", {});
    handle.of_program = scheduler_->made_ports();
  });
}

void Wakeups::BeforePoll() {
  if (names_->in_runner()) LearnOwners();
  NameNew();
  scheduler_->ForgetMadePorts();
  users_ = false;
  if (uv::LinkEmpty(&aside_)) return;
  bool pending = false;
  uv::EachAsync(&aside_, [&pending](uv_async_t* async) { pending = pending || uv::IsPending(async); });
  while (!uv::LinkEmpty(&aside_)) {
    uv::Link* link = aside_.next;
    uv::LinkRemove(link);
    uv::LinkInsertTail(uv::AsyncHandles(loop_), link);
  }
  // libuv may have read the wake-up before it went through its list. uv_async_send() would do nothing: the handle is
  // marked already.
  const uint64_t one = 1;
  if (pending && write(uv::AsyncFd(loop_), &one, sizeof one) < 0) return;  // full: the loop wakes anyway
}

void Wakeups::PutAside(uv_async_t* async) {
  uv::LinkRemove(uv::LinkOf(async));
  uv::LinkInsertTail(&aside_, uv::LinkOf(async));
}

schedule::Decision Wakeups::Decide(const Handle& handle, const schedule::Operation& operation, int64_t now) {
  if (handle.own) return schedule::RefuseGates(scheduler_->AskGates(operation), &scheduler_->gates(), kOwnMessage);
  if (!handle.may_delay) return scheduler_->AskGates(operation);
  return scheduler_->Decide(operation, static_cast<double>(now) / kNsPerMs);
}

// Decides about a handle that was woken.
bool Wakeups::MayPass(Handle* handle, int64_t now) {
  const bool stays = handle->hold && !handle->own && (handle->may_delay || handle->hold->at_gates());
  if (stays) return false;  // woken again while it is held
  if (handle->origin.empty()) handle->origin = names_->Fresh("message", {});
  const std::string name = names::ReadyOf(handle->origin, handle->events + 1);
  schedule::Operation operation;
  operation.name = name;
  operation.phase = schedule::Phase::kDescriptor;
  operation.api = "message";
  operation.machinery = handle->machinery;
  if (handle->hold) {
    handle->hold->GiveUp(&scheduler_->gates(), kOwnMessage);
    handle->hold.reset();
  } else if (!handle->released) {
    schedule::Hold hold(Decide(*handle, operation, now), now, &scheduler_->gates());
    if (!hold.IsDue(now)) {
      handle->hold = hold;
      return false;
    }
  }
  handle->events++;
  if (scheduler_->watching()) scheduler_->RecordRun(operation.name, operation.phase, handle->machinery);
  return true;
}

// An unreferenced handle keeps no loop alive, so a message that is late may be lost at the end, as with a slow worker.
// Not so what Node.js itself waits for (seen: the output of the thread of loader hooks). A closed gate keeps the loop
// alive.
bool Wakeups::MayDelay(uv_async_t* async, Handle* handle) const {
  if (!IsOurs(async)) return false;
  handle->of_program = handle->of_program || uv_has_ref(reinterpret_cast<uv_handle_t*>(async));
  return handle->of_program;
}

void Wakeups::Take(int64_t now) {
  if (!uv::CanHideAsync(loop_)) return;
  round_++;
  uv::EachAsync(uv::AsyncHandles(loop_), [this, now](uv_async_t* async) {
    if (!IsSeen(async)) return;
    Handle& handle = handles_[async];
    handle.seen = round_;
    // A handle that is woken from now on, while libuv runs the callbacks of others, is decided about at the next poll.
    if (!uv::IsPending(async)) return PutAside(async);
    handle.may_delay = MayDelay(async, &handle);
    const bool passes = MayPass(&handle, now);
    handle.own = handle.released = false;
    if (passes) users_ = users_ || (IsOurs(async) && !handle.machinery);
    if (passes) return;
    uv::HideAsync(async);
    PutAside(async);
  });
  ForgetClosed();
  Count();
}

// A handle that was closed is no longer asked, and its memory may become another.
void Wakeups::ForgetClosed() {
  // Within a batch, handles that were put aside in this turn are not back yet. libuv takes closed ones out of there,
  // too.
  uv::EachAsync(&aside_, [this](uv_async_t* async) {
    const auto found = handles_.find(async);
    if (found != handles_.end()) found->second.seen = round_;
  });
  std::erase_if(handles_, [this](const auto& entry) {
    std::optional<schedule::Hold> hold = entry.second.hold;
    if (entry.second.seen == round_) return false;
    if (hold) hold->GiveUp(&scheduler_->gates(), kClosed);
    return true;
  });
}

void Wakeups::Count() {
  held_ = at_gates_ = 0;
  next_due_ = kNever;
  for (const auto& [async, handle] : handles_) {
    if (!handle.hold) continue;
    held_++;
    if (handle.hold->at_gates()) at_gates_++;
    next_due_ = std::min(next_due_, handle.hold->due_ns());
  }
}

void Wakeups::OnOwnSend() {
  if (releasing_) return;
  if (names_->in_runner()) LearnOwners();
  // Others may be pending as well: messages of other threads that are held (seen: the end of a worker, whose message
  // was delivered too early in one of 40 replays, since Node.js woke its own thread for another reason).
  bool known = uv::IsSendingDone(loop_);
  Each([&known](uv_async_t* async) { known = known || uv::IsSending(async); });
  Each([this, known](uv_async_t* async) {
    const bool sent = known ? uv::IsSending(async) : uv::IsPending(async);
    if (sent && IsOurs(async)) handles_[async].own = true;
  });
}

bool Wakeups::Release(int64_t now) {
  if (at_gates_ == 0 && (held_ == 0 || next_due_ > now)) return false;
  round_++;
  std::vector<uv_async_t*> due;
  Each([&](uv_async_t* async) {
    const auto found = handles_.find(async);
    if (found == handles_.end()) return;
    found->second.seen = round_;
    if (found->second.hold && found->second.hold->IsDue(now)) due.push_back(async);
  });
  ForgetClosed();
  releasing_ = true;
  for (uv_async_t* async : due) {
    Handle& handle = handles_[async];
    handle.hold.reset();
    handle.released = true;
    uv_async_send(async);
  }
  releasing_ = false;
  Count();
  return !due.empty();
}

bool Wakeups::IsAwaited(std::string_view name) {
  bool awaited = false;
  Each([&](uv_async_t* async) {
    const auto found = handles_.find(async);
    if (found == handles_.end() || found->second.hold || uv::IsPending(async)) return;
    awaited = awaited || names::ReadyOf(found->second.origin, found->second.events + 1) == name;
  });
  return awaited;
}

void Wakeups::ReleaseSoon() {
  for (auto& [async, handle] : handles_) {
    if (handle.hold) handle.hold->Release();
  }
  Count();
}

void Wakeups::GoThroughGates(int64_t now) {
  for (auto& [async, handle] : handles_) {
    if (handle.hold) handle.hold->GoThrough(scheduler_->gates(), now);
  }
  Count();
}

void Wakeups::ReturnAll() {
  BeforePoll();
  ReleaseSoon();
  Release(0);
}

void Wakeups::Dump(std::string* out) const {
  const int64_t now = Clock::NowNs();
  for (const auto& [async, handle] : handles_) {
    if (handle.hold) *out += "  " + handle.origin + ": held, " + handle.hold->Text(now) + '\n';
  }
}

}  // namespace nacd::loop
