// The functions that the addon exports to lib/preload: install() is called once an environment, then hookModule() for
// each module.
#include <napi.h>
#ifndef _WIN32
#include <sys/wait.h>
#endif

#include <chrono>
#include <initializer_list>
#include <utility>

#include "hooks/around.h"
#include "hooks/call_sites.h"
#include "hooks/environment.h"
#include "hooks/gates_binding.h"
#include "hooks/install.h"
#include "hooks/process.h"
#include "hooks/recording.h"
#include "hooks/requests_binding.h"
#include "hooks/setup.h"
#include "hooks/traced_timers.h"
#include "loop/engine.h"

namespace nacd::hooks {
namespace {

// hookModule(environment, name, exports, package)
napi_value OnHookModule(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  HookModule(arguments.hook<Environment>(), ToString(env, arguments[0]), arguments[1], IsTrue(env, arguments[2]));
  return nullptr;
}

// heldTime() => milliseconds during which the program has waited for held operations
napi_value OnHeldTime(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  return Number(env, arguments.hook<Environment>()->HeldTime());
}

// Returns an object: when each module is hooked, by its name.
napi_value ToJs(napi_env env, const std::vector<model::HookedModule>& modules) {
  const auto object = Napi::Object::New(env);
  for (const auto& [name, when] : modules) object.Set(std::string(name), std::string(when));
  return object;
}

// hookedModules() => when each built-in module is hooked, by its name; user's models included
napi_value OnHookedModules(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  return ToJs(env, arguments.hook<Environment>()->model().HookedModules());
}

// gates(isMainThread) => the object by which gates are set (GatesFor)
napi_value OnGates(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  return GatesFor(arguments.hook<Environment>(), IsTrue(env, arguments[0]));
}

// makesPort(worker if one was made, array of ports that were made) => true if a test runner's or transformer's own code
// calls the caller. Else a port that is made now is one of code under test. The worker and the ports are named after
// the call that made them.
napi_value OnMakesPort(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  auto* environment = arguments.hook<Environment>();
  Naming& naming = environment->naming();
  const bool machinery = naming.IsMachinery(naming.Capture());
  if (!machinery) environment->scheduler().NoteMadePorts();
  if (IsObject(env, arguments[0])) {
    naming.InfoOf(arguments[0], "worker_threads.Worker.");
    uint32_t thread = 0;
    napi_get_value_uint32(env, Get(env, arguments[0], "threadId"), &thread);
    if (!machinery) loop::OnThreadMade(thread);
  }
  uint32_t count = 0;
  if (IsObject(env, arguments[1])) napi_get_array_length(env, arguments[1], &count);
  for (uint32_t at = 0; at < count; at++) {
    napi_value port = nullptr;
    napi_get_element(env, arguments[1], at, &port);
    naming.InfoOf(port, "worker_threads.MessagePort.");
  }
  return Boolean(env, machinery);
}

// callsMachinery() => true if a test runner's or transformer's own code calls
napi_value OnCallsMachinery(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  Naming& naming = arguments.hook<Environment>()->naming();
  return Boolean(env, naming.IsMachinery(naming.Capture()));
}

// install(options, makeGlue) => hookModule(name, exports, package), with the functions above as properties. Throws a
// TypeError with the line to print.
Napi::Value Install(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Environment* environment = MakeEnvironment(info[0].As<Napi::Object>(), info[1].As<Napi::Function>());
  napi_value hook_module = nullptr;
  napi_create_function(env, "hookModule", NAPI_AUTO_LENGTH, OnHookModule, environment, &hook_module);
  for (const auto& [name, native] :
       std::initializer_list<std::pair<const char*, napi_callback>>{{"heldTime", OnHeldTime},
                                                                    {"makesPort", OnMakesPort},
                                                                    {"callsMachinery", OnCallsMachinery},
                                                                    {"armLimit", OnArmLimit},
                                                                    {"disarmLimit", OnDisarmLimit},
                                                                    {"hookedModules", OnHookedModules},
                                                                    {"gates", OnGates}}) {
    AddFunction(env, hook_module, name, native, environment);
  }
  return {env, hook_module};
}

// processSeed(seed or undefined) => the seed of the process
Napi::Value OnProcessSeed(const Napi::CallbackInfo& info) {
  std::optional<uint32_t> given;
  if (info[0].IsNumber()) given = info[0].As<Napi::Number>().Uint32Value();
  return Napi::Number::New(info.Env(), ProcessSeed(given));
}

// mainScript(script) => the script of the process: what the first call gave
Napi::Value OnMainScript(const Napi::CallbackInfo& info) {
  const std::string given = info[0].IsString() ? info[0].As<Napi::String>().Utf8Value() : std::string();
  return Napi::String::New(info.Env(), MainScript(given));
}

// tellSeedOnFailure(seed) => false where the system cannot report the status
Napi::Value OnTellSeed(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), TellSeedOnFailure(info[0].As<Napi::Number>().Uint32Value()));
}

// hasChild(pid) => true if a child of this process has this pid, ended or not, and has not been reaped
Napi::Value OnHasChild(const Napi::CallbackInfo& info) {
#ifdef _WIN32
  return Napi::Boolean::New(info.Env(), true);  // a handle keeps its process there
#else
  siginfo_t child;
  const id_t pid = info[0].As<Napi::Number>().Uint32Value();
  return Napi::Boolean::New(info.Env(), waitid(P_PID, pid, &child, WEXITED | WNOHANG | WNOWAIT) == 0);
#endif
}

// loopUnsupported() => "", or why the event loop can't be controlled here
Napi::Value OnLoopUnsupported(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), loop::Unsupported());
}

// hookedModules() => when each built-in module is hooked, by its name, as the compiled-in models say. No environment is
// needed: a program that loads nothing asynchronous never makes one.
Napi::Value OnBuiltinHookedModules(const Napi::CallbackInfo& info) {
  return {info.Env(), ToJs(info.Env(), model::BuiltinHookedModules())};
}

// firstCopy() => "", or the path of another copy of this addon that the process loaded before this one
Napi::Value OnFirstCopy(const Napi::CallbackInfo& info) { return Napi::String::New(info.Env(), loop::FirstCopy()); }

// hearChannel(): the program hears the channel to the process that forked it, also where it is not referenced
void OnHearChannel(const Napi::CallbackInfo&) { loop::HearChannel(); }

// realTime() => milliseconds since 1970 on the clock of the wall, also where the program's clock is ahead of it
Napi::Value OnRealTime(const Napi::CallbackInfo& info) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return Napi::Number::New(info.Env(), std::chrono::duration<double, std::milli>(now).count());
}

// spendOnChildren(ms) => the real time that delays in slow children of all threads take, with these
Napi::Value OnSpendOnChildren(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), SpendOnChildren(info[0].As<Napi::Number>().DoubleValue()));
}

// clockForChildren() => NACD_CLOCK_AHEAD for processes that this one starts, "" while its clock is the real one
Napi::Value OnClockForChildren(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), loop::ClockForChildren());
}

// timeOfDayForChildren() => NACD_TIME_OF_DAY for programs that this process, a test, starts, "" where there is none
Napi::Value OnTimeOfDayForChildren(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), loop::TimeOfDayForChildren());
}

// Keeps one object of lib/gates, which finds it again wherever it is loaded: test runners evaluate modules many times
// and hide `process`.
struct Kept {
  napi_env env = nullptr;
  napi_ref reference = nullptr;
};
thread_local Kept kept;

// keep(object): for this thread, until its environment ends
void OnKeep(const Napi::CallbackInfo& info) {
  if (kept.env) return;
  kept.env = info.Env();
  napi_create_reference(kept.env, info[0], 1, &kept.reference);
  napi_add_env_cleanup_hook(
      kept.env, [](void*) { kept = {}; }, nullptr);
}

// kept() => that object, or undefined
Napi::Value OnKept(const Napi::CallbackInfo& info) {
  napi_value object = nullptr;
  if (kept.env) napi_get_reference_value(kept.env, kept.reference, &object);
  return object ? Napi::Value(info.Env(), object) : info.Env().Undefined();
}

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports.Set("install", Napi::Function::New(env, Install, "install"));
  exports.Set("around", Napi::Function::New(env, Around, "around"));
  exports.Set("clockForChildren", Napi::Function::New(env, OnClockForChildren, "clockForChildren"));
  exports.Set("timeOfDayForChildren", Napi::Function::New(env, OnTimeOfDayForChildren, "timeOfDayForChildren"));
  exports.Set("hasChild", Napi::Function::New(env, OnHasChild, "hasChild"));
  exports.Set("processSeed", Napi::Function::New(env, OnProcessSeed, "processSeed"));
  exports.Set("mainScript", Napi::Function::New(env, OnMainScript, "mainScript"));
  exports.Set("tellSeedOnFailure", Napi::Function::New(env, OnTellSeed, "tellSeedOnFailure"));
  exports.Set("loopUnsupported", Napi::Function::New(env, OnLoopUnsupported, "loopUnsupported"));
  exports.Set("firstCopy", Napi::Function::New(env, OnFirstCopy, "firstCopy"));
  exports.Set("hearChannel", Napi::Function::New(env, OnHearChannel, "hearChannel"));
  exports.Set("realTime", Napi::Function::New(env, OnRealTime, "realTime"));
  exports.Set("spendOnChildren", Napi::Function::New(env, OnSpendOnChildren, "spendOnChildren"));
  exports.Set("callSites", Napi::Function::New(env, CallSites, "callSites"));
  exports.Set("openRecording", Napi::Function::New(env, OpenRecording, "openRecording"));
  exports.Set("hookedModules", Napi::Function::New(env, OnBuiltinHookedModules, "hookedModules"));
  exports.Set("findRequestRaces", Napi::Function::New(env, FindRequestRaces, "findRequestRaces"));
  exports.Set("findRequestRacesAsync", Napi::Function::New(env, FindRequestRacesAsync, "findRequestRacesAsync"));
  exports.Set("keep", Napi::Function::New(env, OnKeep, "keep"));
  exports.Set("kept", Napi::Function::New(env, OnKept, "kept"));
  return exports;
}

NODE_API_MODULE(nacd_native, Init)

}  // namespace
}  // namespace nacd::hooks
