// A minimal addon around src/loop, for its own tests: `node -r test/loop/dev/preload.js program.js`, with NACD_* from
// the environment. The product's addon (src/hooks) does the same and more.
#include <node_api.h>
#include <unistd.h>
#include <uv.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "loop/engine.h"

namespace {

double Number(const char* name, double otherwise) {
  const char* value = getenv(name);
  return value ? atof(value) : otherwise;
}

struct Environment {
  std::unique_ptr<nacd::trace::Writer> trace;
  std::unique_ptr<nacd::schedule::Scheduler> scheduler;
  std::unique_ptr<nacd::loop::Engine> engine;
};

nacd::schedule::Options ReadOptions() {
  nacd::schedule::Options options;
  options.seed = static_cast<uint32_t>(Number("NACD_SEED", 1));
  options.probability = Number("NACD_PROBABILITY", 0.5);
  options.min_delay_ms = Number("NACD_MIN_DELAY", 0);
  options.max_delay_ms = Number("NACD_MAX_DELAY", 500);
  if (const char* strategy = getenv("NACD_STRATEGY")) options.strategy = strategy;
  if (const char* mode = getenv("NACD_MODE")) {
    const std::string name = mode;
    options.mode = name == "never"    ? nacd::schedule::Mode::kNever
                   : name == "always" ? nacd::schedule::Mode::kAlways
                                      : nacd::schedule::Mode::kRandom;
  }
  return options;
}

napi_value Init(napi_env env, napi_value exports) {
  const nacd::schedule::Options options = ReadOptions();
  auto environment = std::make_unique<Environment>();
  if (const char* folder = getenv("NACD_TRACE")) {
    const std::string path =
        std::string(folder) + "/" + std::to_string(getpid()) + "-" + std::to_string(gettid()) + ".ndjson";
    environment->trace = std::make_unique<nacd::trace::Writer>(path);
  }
  environment->scheduler = std::make_unique<nacd::schedule::Scheduler>(options, nacd::schedule::MakeStrategy(options),
                                                                       environment->trace.get());
  auto engine_options = nacd::loop::EngineOptions::From(options);
  const char* clock = getenv("NACD_CLOCK");
  engine_options.virtual_clock = clock && std::string(clock) == "virtual";
  uv_loop_t* loop = nullptr;
  napi_get_uv_event_loop(env, &loop);
  std::string error;
  environment->engine =
      nacd::loop::Engine::Attach(loop, environment->scheduler.get(), environment->trace.get(), engine_options, &error);
  if (!environment->engine) {
    fprintf(stderr, "nacd: NACD_ENGINE=loop cannot be used: %s\n", error.c_str());
    _exit(2);
  }
  napi_add_env_cleanup_hook(
      env, [](void* data) { delete static_cast<Environment*>(data); }, environment.release());
  return exports;
}

}  // namespace

NAPI_MODULE_INIT() { return Init(env, exports); }
