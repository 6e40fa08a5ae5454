#include "hooks/call_sites.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "v8/collections.h"
#include "v8/return_addresses.h"
#include "v8/stack.h"

namespace nacd::hooks {
namespace {

constexpr int kNearFrames = 8;
constexpr int kAllFrames = 64;
constexpr size_t kMostKept = 10'000;

class Sites {
 public:
  Sites(napi_env env, std::string working_directory, std::string own_directory, bool direct)
      : direct_(direct),
        stack_(env, std::move(own_directory)),
        collections_([this] {
          known_.clear();
          near_.clear();
        }),
        addresses_(collections_),
        directory_(std::move(working_directory)) {
    if (directory_.empty() || directory_.back() != '/') directory_ += '/';
  }

  bool available() const { return stack_.available(); }

  // Returns the number of the call site, 0 where there is none.
  // `frame`: of the function that JavaScript called.
  uint32_t Capture(void* frame) {
    frames_.BeginAt(frame);
    for (const size_t depth : kDepths) {
      const uint64_t key = frames_.Read(depth);
      const auto found = near_.find(key);
      if (key == 0 || (found != near_.end() && found->second == kUnclear)) break;
      if (found == near_.end()) return LearnNear(frame);
      if (found->second != kFarther) return found->second;
    }
    return CaptureBySample();
  }

  // Returns a text that has a number only now; empty if the last call had an old one. Valid until the next call.
  const std::string& news() const { return news_; }
  void Told() { news_.clear(); }

 private:
  struct Known {
    uint32_t number;
    size_t count;  // of addresses that identify the call site; if the key has fewer, this many must be read
  };
  struct Found {
    uint32_t number;
    size_t frames;  // the innermost ones, down to the user's
  };

  // Addresses that a stack is known by: few for most, more after an await.
  static constexpr size_t kDepths[] = {8, 16, v8access::FramePointers::kMost};
  static constexpr uint32_t kFarther = UINT32_MAX;      // more addresses tell
  static constexpr uint32_t kUnclear = UINT32_MAX - 1;  // only V8 can tell

  uint32_t LearnNear(void* frame) {
    const uint32_t number = CaptureBySample();
    frames_.Read(v8access::FramePointers::kMost);
    // Without a call site each further frame could have it.
    const size_t needed = is_identified_ && number > 0 ? addresses_.CountIn(frames_, count_) : 0;
    if (near_.size() >= kMostKept) return number;
    frames_.BeginAt(frame);
    for (const size_t depth : kDepths) {
      uint32_t& known = near_[frames_.Read(depth)];
      known = needed == 0 ? kUnclear : needed > depth ? kFarther : number;
      if (known != kFarther) break;
    }
    return number;
  }

  // The same by V8's sample. As many addresses are read as the last call needed.
  uint32_t CaptureBySample() {
    uint64_t before = 0;  // the key that led on
    uint64_t key = addresses_.Read(count_).hash;
    auto found = known_.find(key);
    while (found != known_.end() && found->second.count > count_) {
      before = key;
      count_ = found->second.count;
      key = addresses_.Read(count_).hash;
      found = known_.find(key);
    }
    if (found == known_.end()) return Learn(before);
    is_identified_ = true;
    count_ = found->second.count;
    return found->second.number;
  }

  // Looks for a call site that is not known by its key. Keys are read anew: a look at the frames may move code.
  uint32_t Learn(uint64_t before) {
    const Found found = Look();
    const size_t count = addresses_.CountOf(found.frames);
    is_identified_ = count > 0;
    if (count == 0 || known_.size() >= kMostKept) return found.number;
    if (const auto led = known_.find(before); led != known_.end()) led->second.count = count;
    if (count > count_) known_[addresses_.Read(count_).hash] = {found.number, count};
    known_[addresses_.Read(std::max(count, count_)).hash] = {found.number, count};
    count_ = count;
    return found.number;
  }

  uint32_t NumberOf(std::string site) {
    news_.clear();
    if (site.empty()) return 0;
    const auto [entry, is_new] = numbers_.try_emplace(std::move(site), static_cast<uint32_t>(numbers_.size()) + 1);
    if (is_new) news_ = entry->first;
    return entry->second;
  }

  Found Look() {
    size_t looked = 0;
    for (const int limit : {kNearFrames, kAllFrames}) {
      const auto& frames = stack_.Frames(limit);
      looked = frames.size();
      bool own = true;  // the innermost frames are
      for (size_t i = 0; i < looked; i++) {
        if (IsUsers(*frames[i].script)) return {NumberOf(TextOf(frames[i])), i + 1};
        own = own && frames[i].script->kind == v8access::ScriptKind::kOwn;
        if (direct_ && !own && !IsNodes(*frames[i].script)) return {0, i + 1};
      }
      if (direct_ || looked < static_cast<size_t>(limit)) break;
    }
    return {0, looked + 1};
  }

  // WebAssembly has no lines, and what calls it is named instead.
  static bool IsUsers(const v8access::Stack::Script& script) {
    return script.kind == v8access::ScriptKind::kUser && !script.path.starts_with("wasm:");
  }

  static bool IsNodes(const v8access::Stack::Script& script) {
    using v8access::ScriptKind;
    const ScriptKind kind = script.kind;
    return kind == ScriptKind::kUnknown || kind == ScriptKind::kNode || kind == ScriptKind::kTransparent;
  }

  std::string TextOf(const v8access::Stack::Frame& frame) const {
    std::string_view path = frame.script->path;
    if (path.substr(0, directory_.size()) == directory_) path.remove_prefix(directory_.size());
    return std::string(path) + ':' + std::to_string(frame.line) + ':' + std::to_string(frame.column);
  }

  bool direct_;
  v8access::Stack stack_;
  v8access::Collections collections_;
  v8access::ReturnAddresses addresses_;
  std::string directory_;
  std::string news_;
  std::unordered_map<std::string, uint32_t> numbers_;
  std::unordered_map<uint64_t, Known> known_;  // by a hash of the innermost addresses
  size_t count_ = 1;
  bool is_identified_ = false;  // count_ addresses tell the last call site
  v8access::FramePointers frames_;
  std::unordered_map<uint64_t, uint32_t> near_;  // by a hash of the innermost addresses in frames_
};

// callSite()
napi_value OnCallSite(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data);
  auto* sites = static_cast<Sites*>(data);
  const uint32_t number = sites->Capture(__builtin_frame_address(0));
  napi_value result = nullptr;
  if (sites->news().empty()) {
    napi_create_uint32(env, number, &result);
  } else {
    napi_create_string_utf8(env, sites->news().data(), sites->news().size(), &result);
    sites->Told();
  }
  return result;
}

}  // namespace

Napi::Value CallSites(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto* sites = new Sites(env, info[0].As<Napi::String>(), info[1].As<Napi::String>(), info[2].ToBoolean());
  napi_add_env_cleanup_hook(
      env, [](void* data) { delete static_cast<Sites*>(data); }, sites);
  if (!sites->available()) return env.Undefined();
  napi_value call_site = nullptr;
  napi_create_function(env, "callSite", NAPI_AUTO_LENGTH, OnCallSite, sites, &call_site);
  return {env, call_site};
}

}  // namespace nacd::hooks
