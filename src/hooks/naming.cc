#include "hooks/naming.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "hooks/environment.h"
#include "loop/temporary_names.h"

namespace nacd::hooks {
namespace {

constexpr size_t kLongestSubject = 40;
constexpr int kNearFrames = 6;
constexpr int kAllFrames = 20;
constexpr size_t kMostSubjects = 1000;
constexpr size_t kLongestText = 1000;  // a longer one is not kept
constexpr size_t kMostKept = 20000;    // places in the code that are remembered, between two collections

template <typename T>
napi_value OwnedByJs(napi_env env, T* owned) {
  napi_value external = nullptr;
  napi_create_external(
      env, owned, [](napi_env, void* data, void*) { delete static_cast<T*>(data); }, nullptr, &external);
  return external;
}

template <typename T>
T* FromJs(napi_env env, napi_value external) {
  void* data = nullptr;
  if (external && TypeOf(env, external) == napi_external) napi_get_value_external(env, external, &data);
  return static_cast<T*>(data);
}

uint64_t WithWord(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
  return hash ^ hash >> 32;
}

// Names contain it, so it is the same everywhere; bytes are taken eight at a time.
uint64_t HashOf(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325ULL ^ text.size();
  uint64_t word = 0;
  const bool is_long = text.size() >= sizeof word;
  for (; text.size() >= sizeof word; text.remove_prefix(sizeof word)) {
    memcpy(&word, text.data(), sizeof word);
    hash = WithWord(hash, word);
  }
  if (text.empty()) return hash;
  word = 0;
  if (is_long) {
    // The rest at once: what is put together byte by byte has to be written out before it can be read as a word.
    const size_t before = sizeof word - text.size();
    memcpy(&word, text.data() - before, sizeof word);
    word >>= 8 * before;
  } else {
    memcpy(&word, text.data(), text.size());
  }
  return WithWord(hash, word);
}

char* Put(std::string_view text, char* to) { return to + text.copy(to, text.size()); }

// A run of letters and digits that names a temporary thing: a number, or letters mixed with digits or in mixed case.
bool LooksRandom(std::string_view run) {
  size_t digits = 0, upper = 0, lower = 0;
  for (unsigned char c : run) {
    digits += std::isdigit(c) != 0;
    upper += std::isupper(c) != 0;
    lower += std::islower(c) != 0;
  }
  if (digits == run.size()) return run.size() >= 3;
  return run.size() >= 6 && (digits >= 2 || (upper >= 2 && lower >= 2));
}

constexpr size_t kMkdtempLength = 6;  // what mkdtemp appends: letters and digits

std::string_view TempFolder() {
  for (const char* variable : {"TMPDIR", "TMP", "TEMP"}) {
    const char* value = getenv(variable);
    if (!value || !*value) continue;
    std::string_view folder = value;
    if (folder.size() > 1 && folder.back() == '/') folder.remove_suffix(1);
    return folder;
  }
  return "/tmp";
}

// Whether the last six characters of a path's last part are what mkdtemp made up: in the folder for temporary things
// always, elsewhere where they stand alone and are of more than one kind.
bool EndsAsMkdtemp(std::string_view folder, std::string_view name) {
  if (name.size() < kMkdtempLength) return false;
  const std::string_view end = name.substr(name.size() - kMkdtempLength);
  bool digit = false, upper = false, lower = false;
  for (unsigned char c : end) {
    if (!std::isalnum(c)) return false;
    digit = digit || std::isdigit(c);
    upper = upper || std::isupper(c);
    lower = lower || std::islower(c);
  }
  if (folder == TempFolder()) return true;
  const bool alone = name.size() > kMkdtempLength && !std::isalnum(static_cast<unsigned char>(name[name.size() - 7]));
  return alone && digit + upper + lower >= 2;
}

}  // namespace

std::string Subject(std::string_view text) {
  while (!text.empty() && text.back() == '/') text.remove_suffix(1);
  const size_t slash = text.rfind('/');
  const std::string_view folder = slash == std::string_view::npos ? std::string_view() : text.substr(0, slash);
  if (slash != std::string_view::npos) text.remove_prefix(slash + 1);
  const std::string stable = loop::WithoutChance(text);
  text = stable;
  std::string subject;
  if (EndsAsMkdtemp(folder, text)) return Subject(text.substr(0, text.size() - kMkdtempLength)) + '*';
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end]))) end++;
    if (end == at) {
      subject += text[at++];
      continue;
    }
    const std::string_view run = text.substr(at, end - at);
    subject += LooksRandom(run) ? std::string_view("*") : run;
    at = end;
  }
  return subject.substr(0, kLongestSubject);
}

Naming::Naming(napi_env env, const Glue* glue, std::string working_directory, std::string own_directory)
    : env_(env),
      glue_(glue),
      stack_(env, std::move(own_directory)),
      addresses_([this] {
        near_callers_.clear();
        far_callers_.clear();
      }),
      directory_(std::move(working_directory)) {
  if (directory_.empty() || directory_.back() != '/') directory_ += '/';
  void* memory = nullptr;
  napi_get_typedarray_info(env, glue->slot.Value(), nullptr, nullptr, &memory, nullptr, nullptr);
  slot_ = static_cast<double*>(memory);
}

std::string Naming::Relative(std::string_view path) const {
  if (path.substr(0, directory_.size()) == directory_) path.remove_prefix(directory_.size());
  return std::string(path);
}

Callers Naming::Capture(std::string_view package) {
  return stack_.available() ? CaptureNatively(package) : CaptureInJs(package);
}

// Most calls come from places that were looked up before, and most of those are told apart by one address.
Callers Naming::CaptureNatively(std::string_view package) {
  const uint64_t of_package = package.empty() ? 1 : std::hash<std::string_view>()(package) | 1;
  if (const uint64_t glance = addresses_.Glance()) {
    if (const auto known = near_callers_.find(glance * of_package); known != near_callers_.end()) return known->second;
  }
  const uint64_t near = addresses_.ReadNear() * of_package;
  if (const auto known = near_callers_.find(near); known != near_callers_.end()) return known->second;
  const ReturnAddresses::Key stack = addresses_.Read();
  const uint64_t far = stack.hash * of_package;
  if (const auto known = far_callers_.find(far); known != far_callers_.end()) return known->second;
  Looked looked;
  Callers callers = LookAtFrames(package, &looked);
  // What WebAssembly calls is called by one piece of code, whatever the place in the module.
  if (near != 0 && looked.frames == 1 && !looked.everything && !looked.wasm) near_callers_[near] = callers;
  // Between two JavaScript frames there are few others.
  const bool covered = stack.whole || looked.frames <= kNearFrames;
  if (far != 0 && covered && far_callers_.size() < kMostKept) far_callers_[far] = callers;
  return callers;
}

Callers Naming::LookAtFrames(std::string_view package, Looked* looked) {
  using Kind = Stack::Kind;
  const std::string inside = package.empty() ? std::string() : "/node_modules/" + std::string(package) + '/';
  // Most call sites are near, and each frame costs: a deeper look only where a near one finds none.
  for (const int limit : {1, kNearFrames, kAllFrames}) {
    Callers callers;
    const Stack::Frame* site = nullptr;
    bool called = false;
    const auto& frames = stack_.Frames(limit);
    *looked = {limit, frames.size() < static_cast<size_t>(limit)};
    for (const Stack::Frame& frame : frames) {
      const Kind kind = frame.script->kind;
      looked->wasm = looked->wasm || frame.script->path.starts_with("wasm://");
      if (kind == Kind::kOwn || kind == Kind::kUnknown || kind == Kind::kTransparent) continue;
      const bool internal =
          kind == Kind::kNode || (!inside.empty() && frame.script->path.find(inside) != std::string::npos);
      if (!called) callers.internal = internal;
      if (!called) callers.by_runner = frame.script->runner;
      called = true;
      if (internal) continue;
      if (kind == Kind::kUser || !site) site = &frame;
      if (kind == Kind::kUser) break;
    }
    const bool more = !looked->everything && limit != kAllFrames;
    if (more && !(site && site->script->kind == Kind::kUser)) continue;
    callers.from_loop = !site;
    if (site) {
      SetSite(Relative(site->script->path) + ':' + std::to_string(site->line) + ':' + std::to_string(site->column),
              &callers);
    }
    return callers;
  }
  return {};
}

void Naming::SetSite(std::string_view site, Callers* callers) {
  callers->site_number = sites_.NumberOf(site);
  callers->site = sites_.At(callers->site_number);
}

Callers Naming::CaptureInJs(std::string_view package) {
  // The JavaScript side answers "<kind><site>", kind being u (user), n (Node), e (no frame at all).
  napi_value name = package.empty() ? Undefined(env_) : String(env_, package);
  const std::string answer = ToString(env_, Call(env_, Undefined(env_), glue_->callers.Value(), std::array{name}));
  Callers callers;
  if (answer.empty()) return callers;
  callers.internal = answer[0] == 'n';
  SetSite(Relative(std::string_view(answer).substr(1)), &callers);
  callers.from_loop = answer[0] != 'u' && callers.site.empty();
  return callers;
}

std::string_view Naming::SubjectOf(std::string_view text) {
  const auto known = subjects_.find(text);
  if (known != subjects_.end()) return known->second;
  if (text.size() > kLongestText) return long_subject_ = Subject(text);
  if (subjects_.size() == kMostSubjects) subjects_.clear();
  return subjects_.emplace(text, Subject(text)).first->second;
}

Context Naming::Current() {
  double number = *slot_;
  if (number == 0) {
    napi_value store = Call(env_, Undefined(env_), glue_->context.Value(), 0, nullptr);
    if (!store || napi_get_value_double(env_, store, &number) != napi_ok) return {};
  }
  return Context::Unpack(number);
}

uint32_t Naming::Count(const Context& context, std::string_view name) {
  const uint64_t hash = HashOf(name);
  if (context.is_root()) return ++root_counts_[hash];
  return counts_.Next(static_cast<uint64_t>(context.Pack()), hash);
}

std::string Naming::NameCall(std::string_view api, std::string_view subject, const Callers& callers) {
  const Context context = Current();
  constexpr size_t kLongestCount = 10;
  std::string name = std::move(spare_);
  name.resize(api.size() + subject.size() + callers.site.size() + sizeof "()@#" + kLongestCount + Context::kSuffixSize);
  char* to = Put(api, name.data());
  if (!subject.empty()) {
    *to++ = '(';
    to = Put(subject, to);
    *to++ = ')';
  }
  *to++ = '@';
  to = Put(callers.site, to);
  const uint32_t count = Count(context, {name.data(), to});
  *to++ = '#';
  to = std::to_chars(to, to + kLongestCount, count).ptr;
  to = context.PutSuffix(to);
  name.resize(static_cast<size_t>(to - name.data()));
  return name;
}

std::string Naming::NameEvent(std::string_view api, ObjectInfo* info) {
  std::string name(api);
  (name += '@') += info->origin;
  const uint32_t count = ++info->counts[std::string(api)];
  return (name += '#') += std::to_string(count);
}

ObjectInfo* Naming::InfoOf(napi_value object, std::string_view api) {
  auto* known = FromJs<ObjectInfo>(env_, Call(env_, Undefined(env_), glue_->info.Value(), std::array{object}));
  if (known) return known;
  const Context context = Current();
  auto* info = new ObjectInfo;
  info->id = ++last_object_;
  const Callers callers = Capture();
  info->origin = callers.site;
  info->covered = context.covered && (callers.internal || callers.from_loop);
  info->site = info->origin.empty() ? sites_.At(context.site) : info->origin;
  const uint32_t ordinal = Count(context, std::string(api.substr(0, api.rfind('.'))) + '@' + info->origin);
  (info->origin += '/') += std::to_string(ordinal);
  info->origin += context.Suffix();
  Call(env_, Undefined(env_), glue_->setInfo.Value(), std::array{object, OwnedByJs(env_, info)});
  return info;
}

bool Naming::Knows(napi_value object) {
  return FromJs<ObjectInfo>(env_, Call(env_, Undefined(env_), glue_->info.Value(), std::array{object})) != nullptr;
}

napi_value Naming::ContextOf(std::string_view name, uint32_t site_number, bool covered) {
  any_covered_ = any_covered_ || covered;
  // 32 bits of it: enough to tell the operations of one program apart.
  return Number(env_, Context{static_cast<uint32_t>(HashOf(name)), site_number, covered}.Pack());
}

}  // namespace nacd::hooks
