#include "hooks/call_sites.h"

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

// Keys have enough return addresses for so many frames.
constexpr int kInnermostFrames = 3;  // two of the hook, and the one of the user that called it
constexpr int kNearFrames = 8;
constexpr int kAllFrames = 64;
constexpr size_t kMostKept = 10'000;
constexpr uint32_t kFarther = UINT32_MAX;  // the innermost addresses do not reach the user's code

class Sites {
 public:
  Sites(napi_env env, std::string working_directory, std::string own_directory)
      : stack_(env, std::move(own_directory)),
        collections_([this] {
          known_.clear();
          far_.clear();
        }),
        addresses_(collections_),
        directory_(std::move(working_directory)) {
    if (directory_.empty() || directory_.back() != '/') directory_ += '/';
  }

  bool available() const { return stack_.available(); }

  // Returns the number of the call site, 0 where there is none.
  uint32_t Capture() {
    const uint64_t innermost = addresses_.ReadInnermost().hash;
    if (const auto found = known_.find(innermost); innermost != 0 && found != known_.end()) {
      return found->second == kFarther ? CaptureFarther() : found->second;
    }
    const auto [number, looked] = Look();
    if (innermost != 0 && known_.size() < kMostKept) known_[innermost] = looked <= kInnermostFrames ? number : kFarther;
    return number;
  }

  // Returns a text that has a number only now; empty if the last call had an old one. Valid until the next call.
  const std::string& news() const { return news_; }
  void Told() { news_.clear(); }

 private:
  struct Found {
    uint32_t number;
    int looked;  // how many frames had to be looked at
  };

  uint32_t CaptureFarther() {
    const auto [hash, whole] = addresses_.Read();
    if (const auto found = far_.find(hash); hash != 0 && found != far_.end()) return found->second;
    const auto [number, looked] = Look();
    if (hash != 0 && (whole || looked <= kNearFrames) && far_.size() < kMostKept) far_[hash] = number;
    return number;
  }

  uint32_t NumberOf(std::string site) {
    news_.clear();
    if (site.empty()) return 0;
    const auto [entry, is_new] = numbers_.try_emplace(std::move(site), static_cast<uint32_t>(numbers_.size()) + 1);
    if (is_new) news_ = entry->first;
    return entry->second;
  }

  Found Look() {
    for (const int limit : {kInnermostFrames, kNearFrames, kAllFrames}) {
      const auto& frames = stack_.Frames(limit);
      for (const v8access::Stack::Frame& frame : frames) {
        if (frame.script->kind == v8access::ScriptKind::kUser) return {NumberOf(TextOf(frame)), limit};
      }
      if (frames.size() < static_cast<size_t>(limit)) return {0, limit};
    }
    return {0, kAllFrames};
  }

  std::string TextOf(const v8access::Stack::Frame& frame) const {
    std::string_view path = frame.script->path;
    if (path.substr(0, directory_.size()) == directory_) path.remove_prefix(directory_.size());
    return std::string(path) + ':' + std::to_string(frame.line) + ':' + std::to_string(frame.column);
  }

  v8access::Stack stack_;
  v8access::Collections collections_;
  v8access::ReturnAddresses addresses_;
  std::string directory_;
  std::string news_;
  std::unordered_map<std::string, uint32_t> numbers_;
  std::unordered_map<uint64_t, uint32_t> known_;  // hash of the innermost addresses -> number, or kFarther
  std::unordered_map<uint64_t, uint32_t> far_;    // hash of more of them -> number
};

// callSite()
napi_value OnCallSite(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data);
  auto* sites = static_cast<Sites*>(data);
  const uint32_t number = sites->Capture();
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
  auto* sites = new Sites(env, info[0].As<Napi::String>(), info[1].As<Napi::String>());
  napi_add_env_cleanup_hook(
      env, [](void* data) { delete static_cast<Sites*>(data); }, sites);
  if (!sites->available()) return env.Undefined();
  napi_value call_site = nullptr;
  napi_create_function(env, "callSite", NAPI_AUTO_LENGTH, OnCallSite, sites, &call_site);
  return {env, call_site};
}

}  // namespace nacd::hooks
