#include "loop/linux/wakeups.h"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "names/name.h"

namespace nacd::loop {

Wakeups::Wakeups(uv_loop_t* loop, schedule::Scheduler* scheduler, Names* names)
    : loop_(loop), scheduler_(scheduler), names_(names) {
  uv::LinkInit(&aside_);
  Each([this](uv_async_t* async) { node_.insert(async); });
}

void Wakeups::Each(const std::function<void(uv_async_t*)>& visit) {
  uv::EachAsync(uv::AsyncHandles(loop_), visit);
  uv::EachAsync(&aside_, visit);
}

void Wakeups::BeforePoll() {
  if (uv::LinkEmpty(&aside_)) return;
  bool told = false;
  uv::EachAsync(&aside_, [&told](uv_async_t* async) { told = told || uv::IsPending(async); });
  while (!uv::LinkEmpty(&aside_)) {
    uv::Link* link = aside_.next;
    uv::LinkRemove(link);
    uv::LinkInsertTail(uv::AsyncHandles(loop_), link);
  }
  // libuv may have read away what told of it, before it went through its list. uv_async_send() would do nothing: it is
  // marked already.
  const uint64_t one = 1;
  if (told && write(uv::AsyncFd(loop_), &one, sizeof one) < 0) return;  // full: the loop wakes anyway
}

void Wakeups::PutAside(uv_async_t* async) {
  uv::LinkRemove(uv::LinkOf(async));
  uv::LinkInsertTail(&aside_, uv::LinkOf(async));
}

bool Wakeups::MayPass(Handle* handle, int64_t now) {
  if (handle->held && !handle->due_now) return false;  // told again of what is held
  if (handle->origin.empty()) handle->origin = names_->Fresh("message", {});
  const std::string name = names::ReadyOf(handle->origin, handle->events + 1);
  schedule::Operation operation;
  operation.name = name;
  operation.phase = schedule::Phase::kDescriptor;
  operation.api = "message";
  if (!handle->due_now) {
    const schedule::Decision decision = scheduler_->Decide(operation, static_cast<double>(now) / kNsPerMs);
    if (decision.delay && decision.ms > 0) {
      handle->due = now + static_cast<int64_t>(decision.ms * kNsPerMs);
      return false;
    }
  }
  handle->events++;
  if (scheduler_->tracing()) scheduler_->RecordRun(operation.name, operation.phase);
  return true;
}

void Wakeups::Take(int64_t now) {
  if (!uv::CanHideAsync(loop_)) return;
  round_++;
  uv::EachAsync(uv::AsyncHandles(loop_), [this, now](uv_async_t* async) {
    if (!IsOurs(async)) return;
    Handle& handle = handles_[async];
    handle.seen = round_;
    // What is told from now on, while libuv runs the callbacks of others, is decided about at the next poll.
    if (!uv::IsPending(async)) return PutAside(async);
    // Nobody waits for it: what is held may be lost when the loop ends (what the thread of loader hooks prints).
    if (!uv_has_ref(reinterpret_cast<uv_handle_t*>(async))) handle.due_now = true;
    handle.held = !MayPass(&handle, now);
    handle.due_now = false;
    if (!handle.held) return;
    uv::HideAsync(async);
    PutAside(async);
  });
  ForgetClosed();
  Count();
}

// A handle that was closed is no longer asked, and its memory may become another.
void Wakeups::ForgetClosed() {
  // In a crowd what was set aside in this turn of the loop is not back yet. libuv takes closed ones out of there, too.
  uv::EachAsync(&aside_, [this](uv_async_t* async) {
    const auto found = handles_.find(async);
    if (found != handles_.end()) found->second.seen = round_;
  });
  std::erase_if(handles_, [this](const auto& entry) { return entry.second.seen != round_; });
}

void Wakeups::Count() {
  held_ = 0;
  next_due_ = kNever;
  for (const auto& [async, handle] : handles_) {
    if (!handle.held) continue;
    held_++;
    next_due_ = std::min(next_due_, handle.due);
  }
}

void Wakeups::OnOwnSend() {
  if (releasing_) return;
  Each([this](uv_async_t* async) {
    if (IsOurs(async) && uv::IsPending(async)) handles_[async].due_now = true;
  });
}

void Wakeups::Release(int64_t now) {
  if (held_ == 0 || next_due_ > now) return;
  round_++;
  std::vector<uv_async_t*> due;
  Each([&](uv_async_t* async) {
    const auto found = handles_.find(async);
    if (found == handles_.end()) return;
    found->second.seen = round_;
    if (found->second.held && found->second.due <= now) due.push_back(async);
  });
  ForgetClosed();
  releasing_ = true;
  for (uv_async_t* async : due) {
    Handle& handle = handles_[async];
    handle.held = false;
    handle.due_now = true;
    uv_async_send(async);
  }
  releasing_ = false;
  Count();
}

void Wakeups::ReleaseSoon() {
  for (auto& [async, handle] : handles_) handle.due = 0;
  Count();
}

void Wakeups::GiveBack() {
  BeforePoll();
  ReleaseSoon();
  Release(0);
}

void Wakeups::Dump(std::string* out) const {
  const int64_t now = Clock::NowNs();
  for (const auto& [async, handle] : handles_) {
    if (!handle.held) continue;
    *out += "  " + handle.origin + ": held, due in " + std::to_string((handle.due - now) / kNsPerMs) + " ms\n";
  }
}

}  // namespace nacd::loop
