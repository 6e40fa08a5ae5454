#include "hooks/naming.h"

#include <algorithm>
#include <utility>

#include "hot.h"
#include "names/name.h"
#include "names/paths.h"

namespace nacd::hooks {
namespace {

constexpr int kNearCallers = 6;
constexpr int kAllCallers = 20;
constexpr size_t kMostCallers = 20000;  // places in the code that are remembered, between two collections

template <typename T>
napi_value OwnedByJs(napi_env env, T* owned) {
  napi_value external = nullptr;
  napi_create_external(
      env, owned, [](napi_env, void* data, void*) { delete static_cast<T*>(data); }, nullptr, &external);
  return external;
}

// Returns the beginning of a call site, up to the package's name.
std::string_view PackageOf(std::string_view site) {
  constexpr std::string_view kFolder = "node_modules/";
  const size_t at = site.rfind(kFolder);
  return at == std::string_view::npos ? std::string_view() : site.substr(0, site.find('/', at + kFolder.size()));
}

template <typename T>
T* FromJs(napi_env env, napi_value external) {
  void* data = nullptr;
  if (external && TypeOf(env, external) == napi_external) napi_get_value_external(env, external, &data);
  return static_cast<T*>(data);
}

}  // namespace

Naming::Naming(napi_env env, const Glue* glue, Folders folders, std::string own_directory)
    : env_(env),
      glue_(glue),
      stack_(env, std::move(own_directory)),
      collections_([this] {
        near_callers_.clear();
        far_callers_.clear();
      }),
      addresses_(collections_),
      subjects_(env),
      folders_(std::move(folders)) {
  void* memory = nullptr;
  napi_get_typedarray_info(env, glue->slot.Value(), nullptr, nullptr, &memory, nullptr, nullptr);
  slot_ = static_cast<double*>(memory);
}

std::string Naming::Relative(std::string_view path) const {
  return names::RelativeTo(folders_.working, folders_.project, path);
}

NACD_HOT Callers Naming::Capture(std::string_view package) {
  const Callers callers = stack_.available() ? CaptureNatively(package) : CaptureInJs(package);
  if (waits_for_program_ && !callers.in_package && !callers.site.empty()) waits_for_program_ = false;
  return callers;
}

// Most calls come from places that were looked up before.
NACD_HOT Callers Naming::CaptureNatively(std::string_view package) {
  const uint64_t of_package = package.empty() ? 1 : std::hash<std::string_view>()(package) | 1;
  const uint64_t nearest = addresses_.ReadNear() * of_package;
  if (const auto known = near_callers_.find(nearest); known != near_callers_.end()) return known->second;
  const v8access::ReturnAddresses::Key stack = addresses_.Read();
  const uint64_t whole_stack = stack.hash * of_package;
  if (const auto known = far_callers_.find(whole_stack); known != far_callers_.end()) return known->second;
  Looked looked;
  Callers callers = LookAtFrames(package, &looked);
  // One piece of code makes all calls of WebAssembly, whatever their place in the module.
  if (nearest != 0 && looked.frames == 1 && !looked.everything && !looked.wasm) near_callers_[nearest] = callers;
  // Between two JavaScript frames there are few others.
  const bool covered = stack.whole || looked.frames <= kNearCallers;
  if (whole_stack != 0 && covered && far_callers_.size() < kMostCallers) far_callers_[whole_stack] = callers;
  return callers;
}

Callers Naming::LookAtFrames(std::string_view package, Looked* looked) {
  using Kind = v8access::ScriptKind;
  const std::string inside = package.empty() ? std::string() : "/node_modules/" + std::string(package) + '/';
  // Most call sites are near, and each frame costs: a deeper look only where a near one finds none.
  for (const int limit : {1, kNearCallers, kAllCallers}) {
    Callers callers;
    const v8access::Stack::Frame* site = nullptr;
    bool called = false;
    const auto& frames = stack_.Frames(limit);
    *looked = {limit, frames.size() < static_cast<size_t>(limit)};
    for (const v8access::Stack::Frame& frame : frames) {
      const Kind kind = frame.script->kind;
      looked->wasm = looked->wasm || frame.script->path.starts_with("wasm://");
      if (kind == Kind::kOwn || kind == Kind::kUnknown || kind == Kind::kTransparent) continue;
      const bool internal =
          kind == Kind::kNode || (!inside.empty() && frame.script->path.find(inside) != std::string::npos);
      if (!called) callers.internal = internal;
      if (!called && internal) callers.module = frame.script->path;
      if (!called) callers.by_runner = frame.script->runner;
      callers.machinery = callers.machinery || frame.script->machinery;
      called = true;
      if (internal) continue;
      if (kind == Kind::kUser || !site) site = &frame;
      if (kind == Kind::kUser) break;
    }
    const bool more = !looked->everything && limit != kAllCallers;
    if (more && !(site && site->script->kind == Kind::kUser)) continue;
    callers.from_loop = !site;
    callers.in_package = site && site->script->kind == Kind::kPackage;
    callers.machinery = callers.machinery && callers.in_package;
    if (site) {
      const std::string file = Relative(site->script->path);
      TellMap(site->script, file);
      SetSite(file + ':' + std::to_string(site->line) + ':' + std::to_string(site->column), &callers);
    }
    return callers;
  }
  return {};
}

// A package that a runner uses goes on by itself when the runner's call has ended.
bool Naming::IsOfMachinery(const Callers& callers, const names::Context& context) {
  if (!context.machinery && context.site == 0 && waits_for_program_) {
    const std::string_view package = PackageOf(callers.site);
    return callers.machinery ? packages_.insert(package).first != packages_.end() : packages_.contains(package);
  }
  if (!context.machinery) return callers.machinery && context.site == 0;
  return callers.machinery || PackageOf(callers.site) == PackageOf(sites_.At(context.site));
}

// A file that is loaded again, as by jest for each test file, is a new script with the same map.
void Naming::TellMap(v8access::Stack::Script* script, const std::string& file) {
  if (script->map.empty()) return;
  const std::string map = std::exchange(script->map, {});
  if (map_listener_ && told_maps_.insert(file).second) map_listener_(file, map);
}

void Naming::SetSite(std::string_view site, Callers* callers) {
  callers->site_number = sites_.NumberOf(site);
  callers->site = sites_.At(callers->site_number);
}

Callers Naming::CaptureInJs(std::string_view package) {
  // The JavaScript side answers "<kind><site>", kind being u (user), n (Node), e (no frame at all).
  napi_value name = package.empty() ? Undefined(env_) : String(env_, package);
  const std::string answer = ToString(env_, Ask(env_, glue_->callers.Value(), std::array{name}));
  Callers callers;
  if (answer.empty()) return callers;
  callers.internal = answer[0] == 'n';
  SetSite(Relative(std::string_view(answer).substr(1)), &callers);
  callers.from_loop = answer[0] != 'u' && callers.site.empty();
  return callers;
}

NACD_HOT names::Context Naming::Current() {
  double number = *slot_;
  if (number == 0) {
    napi_value store = Ask(env_, glue_->context.Value(), std::array<napi_value, 0>());
    if (!store || napi_get_value_double(env_, store, &number) != napi_ok) return {};
  }
  return names::Context::Unpack(number);
}

NACD_HOT uint32_t Naming::Count(const names::Context& context, std::string_view name) {
  const uint64_t hash = names::HashOf(name);
  if (context.is_root()) return ++root_counts_[hash];
  return counts_.Next(static_cast<uint64_t>(context.Pack()), hash);
}

std::string Naming::NameCall(std::string_view api, std::string_view subject, const Callers& callers) {
  std::string memory;
  return std::string(NameCall(api, subject, callers, &memory));
}

NACD_HOT std::string_view Naming::NameCall(std::string_view api, std::string_view subject, const Callers& callers,
                                           std::string* memory) {
  const names::Context context = Current();
  const size_t most = names::SizeOfCall(api, subject, callers.site) + names::kLongestCount + names::kDigitsSize;
  if (memory->size() < most) memory->resize(most);
  const char* const name = memory->data();
  char* to = names::PutCall(api, subject, callers.site, memory->data());
  to = names::PutCount(Count(context, {name, to}), to);
  to = context.PutSuffix(to);
  return {name, to};
}

std::string Naming::NameEvent(std::string_view api, ObjectInfo* info) {
  const uint32_t count = ++info->counts[std::string(api)];
  return names::WithCount(names::CallOf(api, info->origin), count);
}

ObjectInfo* Naming::InfoOf(napi_value object, std::string_view api) {
  napi_value about = Ask(env_, glue_->info.Value(), std::array{object});
  if (auto* known = FromJs<ObjectInfo>(env_, about)) return known;
  const names::Context context = Current();
  auto* info = new ObjectInfo;
  info->id = ++last_object_;
  Callers callers = Capture();
  info->covered = context.covered && (callers.internal || callers.from_loop);
  const bool before = waits_for_program_ && context.is_root();
  info->machinery =
      callers.site.empty() ? context.machinery || before : callers.in_package && IsOfMachinery(callers, context);
  if (callers.site.empty()) TakeNoted(about, &callers);
  info->site = callers.site.empty() ? sites_.At(context.site) : callers.site;
  const uint32_t ordinal = Count(context, names::CallOf(api.substr(0, api.rfind('.')), callers.site));
  info->origin = names::OriginOf(callers.site, ordinal, context.Suffix());
  Ask(env_, glue_->setInfo.Value(), std::array{object, OwnedByJs(env_, info)});
  return info;
}

void Naming::NoteMade(napi_value object) {
  napi_value about = Ask(env_, glue_->info.Value(), std::array{object});
  if (!about || TypeOf(env_, about) != napi_undefined) return;
  const Callers callers = Capture();
  if (callers.site.empty()) return;
  Ask(env_, glue_->setInfo.Value(), std::array{object, Number(env_, callers.site_number)});
}

// Gives `callers`, which have no site, the one that NoteMade() has noted.
void Naming::TakeNoted(napi_value about, Callers* callers) {
  uint32_t number = 0;
  if (about && napi_get_value_uint32(env_, about, &number) == napi_ok) SetSite(sites_.At(number), callers);
}

bool Naming::Knows(napi_value object) {
  return FromJs<ObjectInfo>(env_, Ask(env_, glue_->info.Value(), std::array{object})) != nullptr;
}

bool Naming::TakeSiteOf(napi_value object, Callers* callers) {
  const auto* known = FromJs<ObjectInfo>(env_, Ask(env_, glue_->info.Value(), std::array{object}));
  if (!known || known->covered || known->machinery || known->site.empty()) return false;
  SetSite(known->site, callers);
  return true;
}

napi_value Naming::ContextOf(std::string_view name, uint32_t site_number, bool covered, bool machinery) {
  return Number(env_, NumberOf(name, site_number, covered, machinery));
}

NACD_HOT double Naming::NumberOf(std::string_view name, uint32_t site_number, bool covered, bool machinery) {
  any_covered_ = any_covered_ || covered;
  return names::Context{names::DigitsOf(name), site_number, covered, machinery}.Pack();
}

}  // namespace nacd::hooks
