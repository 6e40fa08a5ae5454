// An operation of an object: something came in for it (an event, data, a message), or the start of its work. All hooks
// of these kinds handle it the same way: it is named and decided, then it runs at once or is held, and its run is
// recorded.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "hooks/hook.h"

namespace nacd::hooks {

// The call that carries out a held operation.
struct HeldCall {
  napi_value function;
  napi_value self;
  napi_value arguments;      // an array
  bool cancellable = false;  // dropped when the program closes the object
  bool in_order = true;      // behind what is held of the object; false: it only has its own delay
  // Runs right before the call, as a callback of its own. An 'error' that `first` causes would wait behind the call, so
  // the call must not be in the object's queue.
  void (*first)(Environment*) = nullptr;
};

class ObjectOperation {
 public:
  // `phase` is kEvent or kAction. Without Decide() the operation has no name and no delay of its own: it is only kept
  // behind what is held of `owner`.
  ObjectOperation(const Hook& hook, napi_value owner, schedule::Phase phase = schedule::Phase::kEvent);

  // Names the operation `api` and decides about it. Gates may ask about `arguments` (an array, or null).
  void Decide(std::string_view api, napi_value arguments);
  // The same for an operation that runs at once and is followed by a pause: there is none where the connection cannot
  // be paused, or is paused already.
  void DecidePause(std::string_view api, napi_value arguments);

  ObjectInfo& object() const { return *object_; }
  const std::string& name() const { return name_; }
  const schedule::Decision& decision() const { return decision_; }
  // Earlier operations of the object are held.
  bool IsBehind() const;
  // The operation must be held, for its own delay or behind others.
  bool Waits() const { return decision_.delay || IsBehind(); }
  // The naming context of what the operation starts; null where it has no name.
  napi_value Context() const;

  void Hold(const HeldCall& call) const;
  // Records that the operation runs now.
  void RecordRun() const;
  // Calls the hooked function now.
  napi_value CallNow(const HookedCall& call) const;
  // Calls it now and reads nothing more from the system for the time of the delay. For connections that carry more than
  // an object's data (a TLS socket's alerts, an HTTP/2 session's frames), which would overtake held data.
  napi_value CallNowThenPause(const HookedCall& call) const;
  // Reads nothing more from the system for `stream` for the time of the delay. `records`: the run of the operation is
  // recorded at the end of the pause.
  void PauseReading(napi_value stream, bool records) const;

 private:
  schedule::Operation Named(std::string_view api, napi_value arguments);
  bool CanPause() const;

  const Hook& hook_;
  Environment& environment_;
  napi_value owner_;
  schedule::Phase phase_;
  ObjectInfo* object_;
  std::string name_;
  std::string details_;
  schedule::Decision decision_;
};

}  // namespace nacd::hooks
