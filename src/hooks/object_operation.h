// An operation on an object: something arrived for it (an event, data, a message), or its work starts. All hooks of
// these kinds handle it the same way: name it, decide about it, run it now or hold it, and record its run.
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
  bool in_order = true;      // after the object's held operations; false: only after its own delay
  // Runs right before the call, as a separate callback. An 'error' that `first` causes would wait behind the call, so
  // the call must not be in the object's queue.
  void (*first)(Environment*) = nullptr;
};

class ObjectOperation {
 public:
  // `phase` is kEvent or kAction. Without Decide() the operation has no name and no delay of its own: it only waits
  // for held operations of `owner`.
  ObjectOperation(const Hook& hook, napi_value owner, schedule::Phase phase = schedule::Phase::kEvent);

  // Names the operation `api` and decides about it. Gates may ask about `arguments` (an array, or null).
  void Decide(std::string_view api, napi_value arguments);
  // The same for an operation that runs at once, followed by a pause. There is no pause if the connection cannot be
  // paused or already is.
  void DecidePause(std::string_view api, napi_value arguments);

  ObjectInfo& object() const { return *object_; }
  const std::string& name() const { return name_; }
  const schedule::Decision& decision() const { return decision_; }
  // True if earlier operations of the object are held.
  bool IsBehind() const;
  // True if the operation must be held, for its own delay or because earlier ones are.
  bool Waits() const { return decision_.delay || IsBehind(); }
  // Returns the naming context for whatever the operation starts; null if it has no name.
  napi_value Context() const;

  void Hold(const HeldCall& call) const;
  // Records that the operation runs now.
  void RecordRun() const;
  // Calls the hooked function now.
  napi_value CallNow(const HookedCall& call) const;
  // Calls it now, then stops reading from the system for the time of the delay. For connections that carry more than
  // an object's data (a TLS socket's alerts, an HTTP/2 session's frames), which would overtake held data.
  napi_value CallNowThenPause(const HookedCall& call) const;
  // Stops reading from the system for `stream` for the time of the delay. `records`: record the operation's run at the
  // end of the pause.
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
