#include "hooks/setup.h"

#include <memory>
#include <string>
#include <utility>

#include "hooks/hook_registry.h"
#include "hooks/install.h"
#include "hooks/natives.h"
#include "schedule/schedule_file.h"

namespace nacd::hooks {
namespace {

std::string Text(const Napi::Object& object, const char* key) {
  const Napi::Value value = object.Get(key);
  return value.IsString() ? value.As<Napi::String>().Utf8Value() : std::string();
}

double NumberOf(const Napi::Object& object, const char* key) {
  return object.Get(key).As<Napi::Number>().DoubleValue();
}

std::vector<std::string> TextsOf(const Napi::Object& given, const char* key) {
  std::vector<std::string> texts;
  const auto list = given.Get(key).As<Napi::Array>();
  for (uint32_t i = 0; i < list.Length(); i++) texts.push_back(list.Get(i).As<Napi::String>().Utf8Value());
  return texts;
}

schedule::Mode ModeOf(const std::string& name) {
  if (name == "always") return schedule::Mode::kAlways;
  if (name == "never") return schedule::Mode::kNever;
  return name == "replay" ? schedule::Mode::kReplay : schedule::Mode::kRandom;
}

schedule::Options ScheduleOf(const Napi::Object& given) {
  schedule::Options options;
  options.seed = given.Get("seed").As<Napi::Number>().Uint32Value();
  options.mode = ModeOf(Text(given, "mode"));
  options.strategy = Text(given, "strategy");
  options.probability = NumberOf(given, "probability");
  options.min_delay_ms = NumberOf(given, "minDelay");
  options.max_delay_ms = NumberOf(given, "maxDelay");
  const auto parameters = given.Get("parameters").As<Napi::Object>();
  const auto names = parameters.GetPropertyNames();
  for (uint32_t i = 0; i < names.Length(); i++) {
    const std::string name = names.Get(i).As<Napi::String>().Utf8Value();
    options.parameters[name] = NumberOf(parameters, name.c_str());
  }
  return options;
}

std::unique_ptr<model::Model> ModelOf(const Napi::Object& given) {
  model::Loader loader;
  loader.AddBuiltin();
  for (const std::string& path : TextsOf(given, "modelPaths")) {
    if (!loader.AddPath(path)) throw Napi::Error::New(given.Env(), loader.error().ToString());
  }
  auto model = loader.Finish(given.Get("nodeVersion").As<Napi::Number>().Uint32Value());
  if (!model) throw Napi::Error::New(given.Env(), loader.error().ToString());
  return model;
}

std::unique_ptr<trace::Writer> TraceOf(const Napi::Object& given) {
  const std::string path = Text(given, "traceFile");
  if (path.empty()) return nullptr;
  const auto limit = static_cast<size_t>(given.Get("traceLimitBytes").As<Napi::Number>().DoubleValue());
  auto writer = std::make_unique<trace::Writer>(path, limit);
  if (!writer->ok()) {
    throw Napi::Error::New(given.Env(), "cannot write the trace " + path + ": " + writer->error());
  }
  writer->WriteHeader(Text(given, "traceHeader"));
  return writer;
}

Glue GlueFor(Environment* environment, const Napi::Object& options, const Napi::Function& make_glue) {
  const Napi::Value natives(options.Env(), MakeNatives(environment));
  const auto made = make_glue.Call({options, natives}).As<Napi::Object>();
  Glue glue;
#define NACD_TAKE(name) glue.name = Reference(options.Env(), made.Get(#name));
  NACD_GLUE_FUNCTIONS(NACD_TAKE)
#undef NACD_TAKE
  return glue;
}

Carrier CarrierOf(const std::string& engine) {
  if (engine == "loop") return Carrier::kLoop;
  return engine == "both" ? Carrier::kBoth : Carrier::kApi;
}

Clock ClockOf(const std::string& clock) {
  if (clock == "skip") return Clock::kSkip;
  return clock == "virtual" ? Clock::kVirtual : Clock::kReal;
}

EnvironmentOptions OptionsOf(const Napi::Object& given) {
  EnvironmentOptions options;
  options.schedule = ScheduleOf(given);
  options.carrier = CarrierOf(Text(given, "engine"));
  options.clock = ClockOf(Text(given, "clock"));
  options.gates = Text(given, "gates") == "on";
  options.delays_timers = given.Get("timers").ToBoolean();
  options.extends_limits = given.Get("extendsLimits").ToBoolean();
  options.limit_share = NumberOf(given, "limitShare");
  for (std::string& name : TextsOf(given, "leftOut")) options.left_out.insert(std::move(name));
  options.runner_packages = TextsOf(given, "runnerPackages");
  options.machinery_packages = TextsOf(given, "machineryPackages");
  options.in_runner = given.Get("inRunner").ToBoolean();
  options.runs_tests = given.Get("runsTests").ToBoolean();
  options.thread = static_cast<uint32_t>(NumberOf(given, "thread"));
  options.own_directory = Text(given, "ownDirectory");
  return options;
}

// Closing the timer takes a turn of the loop, so the end of the environment has to wait for it.
void CloseWithEnvironment(Environment* environment) {
  napi_add_async_cleanup_hook(
      environment->env(),
      [](napi_async_cleanup_hook_handle handle, void* data) {
        auto* closing = static_cast<Environment*>(data);
        closing->Close([closing, handle] {
          // Its references must be dropped while Node-API's side of the environment lives, which the handle keeps.
          const napi_async_cleanup_hook_handle last = handle;
          delete closing;  // and this closure with it
          napi_remove_async_cleanup_hook(last);
        });
      },
      environment, nullptr);
}

}  // namespace

Environment* MakeEnvironment(Napi::Object options, Napi::Function make_glue) {
  auto model = ModelOf(options);
  schedule::Replay replay;
  const std::string schedule_file = Text(options, "schedule");
  if (!schedule_file.empty()) {
    std::string error;
    const bool main_thread = options.Get("mainThread").ToBoolean();
    if (!schedule::ReadScheduleFile(schedule_file, &replay, &error, main_thread, Text(options, "place"),
                                    Text(options, "trace"))) {
      throw Napi::Error::New(options.Env(), error);
    }
  }
  auto* environment = new Environment(options.Env(), OptionsOf(options), std::move(model), TraceOf(options),
                                      [&](Environment* incomplete) { return GlueFor(incomplete, options, make_glue); });
  // From here on it has handles in the loop, also where the rest is refused.
  environment->set_hooks(std::make_shared<HookRegistry>(environment, environment->env(), OnWatch));
  CloseWithEnvironment(environment);
  environment->scheduler().SetReplay(std::move(replay));
  const std::string error = environment->ControlLoop();
  if (!error.empty()) throw Napi::Error::New(options.Env(), error);
  return environment;
}

}  // namespace nacd::hooks
