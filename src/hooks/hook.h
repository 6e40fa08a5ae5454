// A hooked function: the original, its description in the model, and its environment.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "hooks/environment.h"
#include "hooks/hooked_call.h"
#include "hooks/js.h"
#include "model/model.h"
#include "v8/call_through.h"

namespace nacd::hooks {

struct Hook {
  Environment* environment = nullptr;
  Reference original;
  std::string api;      // "fs.readFile", "net.Socket.push"
  std::string package;  // the package whose code is treated like Node's; empty: a built-in module
  model::Property property;
  // For an emitter's emit: the events that may be delayed, each with its name ("net.Server.listening"). With
  // all_events, every event may be.
  std::unordered_map<std::string, std::string> events;
  bool all_events = false;
  // Of these, the events that pause their source while they wait. Further input stays in the system, where others that
  // share the descriptor can still take it, and nothing is lost with the object.
  std::unordered_set<std::string> pausing_events;
  std::unordered_set<std::string> arrivals;  // of the emitter's class, see AsyncClass
  bool compiles_in_pieces = false;           // WebAssembly
  bool may_have_module = false;              // WebAssembly.instantiate, which takes bytes or a compiled module
};

// The native side of each kind of hook. Each is a Node-API callback whose data is the Hook.
napi_value OnCall(napi_env env, napi_callback_info info);        // CB, RP, RO, CO: calls.cc
napi_value OnDirectCall(napi_env env, napi_callback_info info);  // the same, made by MakeDirectWrapper
napi_value OnAction(napi_env env, napi_callback_info info);      // AC: actions.cc
napi_value OnMade(napi_env env, napi_callback_info info);        // of an AC that constructors look for: actions.cc
napi_value OnSource(napi_env env, napi_callback_info info);      // SO: sources.cc
napi_value OnHandle(napi_env env, napi_callback_info info);      // SO with a handle: sources.cc
napi_value OnCancel(napi_env env, napi_callback_info info);      // "cancels": sources.cc
napi_value OnEmit(napi_env env, napi_callback_info info);        // EV: events.cc
napi_value OnMessage(napi_env env, napi_callback_info info);     // SO of message ports: messages.cc
napi_value OnExit(napi_env env, napi_callback_info info);        // SO of workers: messages.cc
napi_value OnIdleTimer(napi_env env, napi_callback_info info);   // "idleTimer": own_timers.cc
napi_value OnLateTimer(napi_env env, napi_callback_info info);   // "timer": late_timers.cc

// Returns true if the stream's connection carries more than the stream's data: a TLS socket's alerts, an HTTP/2
// session's frames. These must not overtake held data, so nothing is held there.
bool SharesConnection(const Hook& hook, napi_value stream, ObjectInfo* info);

// Returns true if Node created the object for a call that is delayed as a whole (fetch). Such an object has no delay
// of its own.
bool IsCovered(const Hook& hook, napi_value object);

// Calls the original as the hook was called: with `this`, or as a constructor. Not for direct calls.
napi_value ApplyOriginal(napi_env env, const Hook& hook, const HookedCall& call);

// Calls the original as the hook was called.
inline napi_value CallOriginal(napi_env env, const Hook& hook, const HookedCall& call) {
  if (napi_value* values = call.values()) {
    return v8access::CallThrough(env, Undefined(env), hook.original.Value(), call.size(), values);
  }
  return ApplyOriginal(env, hook, call);
}

// Calls the original. Tasks that it submits to the worker pool synchronously are named after `operation`.
napi_value CallNamed(const Hook& hook, const schedule::Scheduler::Call& operation, const HookedCall& call);

// Calls the original in the naming context of an operation, so that operations it starts are named after that one.
napi_value CallInContext(const Hook& hook, const schedule::Scheduler::Call& operation, std::string_view site,
                         const HookedCall& call);

}  // namespace nacd::hooks
