#include "hooks/environment.h"

#include <uv.h>

#include <array>
#include <utility>

#include "hooks/process.h"
#include "hot.h"
#include "loop/jumps.h"
#include "names/paths.h"
#include "schedule/strategies/registry.h"
#include "v8/call_through.h"
#include "v8/idle_collections.h"
#include "v8/scripts.h"

namespace nacd::hooks {
namespace {

std::unique_ptr<schedule::Strategy> StrategyFor(const schedule::Options& options) {
  const bool decides = options.mode == schedule::Mode::kRandom || options.mode == schedule::Mode::kAlways;
  return decides ? schedule::MakeStrategy(options) : nullptr;
}

bool Exists(const std::string& path) {
  uv_fs_t request;
  const bool found = uv_fs_access(nullptr, &request, path.c_str(), 0, nullptr) == 0;
  uv_fs_req_cleanup(&request);
  return found;
}

// The project is the outermost folder with a package.json that has the working directory in it: that of a workspace
// has the packages of all its parts. As projectOf() of lib/names/project.js.
Folders FoldersOfProgram() {
  char path[4096];
  size_t size = sizeof path;
  Folders folders;
  if (uv_cwd(path, &size) == 0) folders.working = names::Slashed(std::string(path, size));
  if (!folders.working.ends_with('/')) folders.working += '/';
  for (size_t end = folders.working.size(); end != 0 && end != std::string::npos;) {
    const std::string folder = folders.working.substr(0, end);
    if (Exists(folder + "package.json")) folders.project = folder;
    end = end < 2 ? 0 : folders.working.find_last_of('/', end - 2) + 1;
  }
  return folders;
}

}  // namespace

Environment::Environment(napi_env env, EnvironmentOptions options, std::unique_ptr<model::Model> model,
                         std::unique_ptr<trace::Writer> trace, const std::function<Glue(Environment*)>& make_glue)
    : env_(env),
      options_(std::move(options)),
      model_(std::move(model)),
      trace_(std::move(trace)),
      glue_(make_glue(this)),
      scheduler_(options_.schedule, StrategyFor(options_.schedule), trace_.get()),
      calls_(env, &glue_, &scheduler_),
      loop_(env),
      gate_listeners_(env, &glue_, &scheduler_.gates(), &calls_.delays(), &scheduler_.limits(), &loop_),
      decisions_(options_.carrier, &scheduler_, &calls_.delays()),
      naming_(env, &glue_, FoldersOfProgram(), options_.own_directory),
      sleepers_(env, &glue_) {
  naming_.set_runner_packages(options_.runner_packages);
  naming_.set_machinery_packages(options_.machinery_packages);
  if (trace_) {
    naming_.set_map_listener([this](std::string_view file, std::string_view url) { trace_->WriteMap(file, url); });
  }
  has_gates_ = options_.gates;
  if (options_.in_runner && !has_gates_) naming_.WaitForProgram();
  scheduler_.limits().set_held([this] { return HeldTime(); });
  uv_loop_t* loop = nullptr;
  if (trace_ && options_.thread == 0 && napi_get_uv_event_loop(env, &loop) == napi_ok) TraceExit(loop, trace_.get());
}

std::string Environment::ControlLoop() {
  const bool delays = options_.carrier != Carrier::kApi;
  if (!delays && options_.clock == Clock::kReal) return "";
  loop::EngineOptions options = loop::EngineOptions::From(options_.schedule);
  options.delays = delays;
  options.virtual_clock = options_.clock != Clock::kReal;
  options.skips_all = options_.clock == Clock::kSkip;
  options.holds_elsewhere = [this] { return calls_.delays().size() > 0; };
  options.gates = has_gates_;
  options.in_runner = options_.in_runner;
  options.runs_tests = options_.runs_tests;
  options.thread = options_.thread;
  options.is_machinery = [this](std::string_view file) {
    return v8access::BelongsTo(options_.machinery_packages, file);
  };
  // With gates alone nothing is left to chance.
  if (options_.schedule.mode == schedule::Mode::kNever) options.keeps_order = true;
  const std::string refused = loop_.Take(&scheduler_, trace_.get(), options);
  if (refused.empty() && options.virtual_clock) loop::BeforeNextJump(v8access::DoNotCollectWhenIdle);
  return refused;
}

void Environment::AllowGates() {
  has_gates_ = true;
  sleepers_.Wake();
}

std::string Environment::DetailsOf(napi_value arguments) {
  if (!scheduler_.gates().asks_details()) return {};
  return ToString(env_, Call(env_, Undefined(env_), glue_.details.Value(), std::array{arguments})) + '\n';
}

napi_value Environment::Enter(napi_value context, napi_value function, napi_value self, napi_value arguments) {
  napi_value storage = Call(env_, Undefined(env_), glue_.storage.Value(), 0, nullptr);
  if (!storage) return nullptr;
  double* slot = naming_.slot();
  const double before = *slot;
  napi_get_value_double(env_, context, slot);
  const std::array given{context, glue_.apply.Value(), function, self, arguments};
  napi_value result = v8access::CallThrough(env_, storage, Get(env_, storage, "run"), given.size(), given.data());
  *slot = before;
  return result;
}

NACD_HOT napi_value Environment::NoteOf(std::string_view name) const {
  return scheduler_.watching() || has_gates_ ? OpaqueName(env_, name) : Undefined(env_);
}

NACD_HOT uint64_t Environment::TimerId(napi_value handle) {
  napi_value number = handle;
  if (IsObject(env_, handle)) {
    if (!timer_id_) {
      napi_value symbol = Ask(env_, glue_.timerId.Value(), std::array{handle});
      // A reference to undefined cannot be had: no timer has a property of the name of an empty object.
      if (!symbol || TypeOf(env_, symbol) != napi_symbol) napi_create_object(env_, &symbol);
      timer_id_.emplace(env_, symbol);
    }
    if (napi_get_property(env_, handle, timer_id_->Value(), &number) != napi_ok) return 0;
  }
  double id = 0;
  napi_get_value_double(env_, number, &id);
  return id > 0 ? static_cast<uint64_t>(id) : 0;
}

napi_value Environment::Noted(napi_value function, std::string_view name, schedule::Phase phase) {
  if (!scheduler_.watching()) return function;
  return Call(env_, Undefined(env_), glue_.noted.Value(),
              std::array{function, OpaqueName(env_, name), Integer(env_, static_cast<int>(phase))});
}

void Environment::Close(std::function<void()> closed) {
  if (options_.thread == 0) TraceExit(nullptr, nullptr);
  loop_.Release();
  gate_listeners_.Close([this, closed = std::move(closed)] { calls_.Close(closed); });
}

}  // namespace nacd::hooks
