#include "hooks/call_sites.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "v8/collections.h"
#include "v8/return_addresses.h"
#include "v8/stack.h"

namespace nacd::hooks {
namespace {

// A key has enough return addresses for so many frames.
constexpr int kNearFrames = 8;
constexpr int kAllFrames = 64;
constexpr size_t kMostKept = 10'000;

class Sites {
 public:
  Sites(napi_env env, std::string working_directory, std::string own_directory)
      : stack_(env, std::move(own_directory)),
        collections_([this] { known_.clear(); }),
        addresses_(collections_),
        directory_(std::move(working_directory)) {
    if (directory_.empty() || directory_.back() != '/') directory_ += '/';
  }

  bool available() const { return stack_.available(); }

  // Returns the call site, empty where there is none. Valid until the next call.
  const std::string& Capture() {
    const auto [hash, whole] = addresses_.Read();
    if (const auto found = known_.find(hash); hash != 0 && found != known_.end()) return found->second;
    int looked = 0;
    site_ = Look(&looked);
    const bool covered = whole || looked <= kNearFrames;
    if (hash == 0 || !covered || known_.size() >= kMostKept) return site_;
    return known_[hash] = site_;
  }

 private:
  // `looked`: how many frames had to be looked at.
  std::string Look(int* looked) {
    for (const int limit : {kNearFrames, kAllFrames}) {
      const auto& frames = stack_.Frames(limit);
      *looked = limit;
      for (const v8access::Stack::Frame& frame : frames) {
        if (frame.script->kind == v8access::ScriptKind::kUser) return TextOf(frame);
      }
      if (frames.size() < static_cast<size_t>(limit)) break;
    }
    return {};
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
  std::string site_;
  std::unordered_map<uint64_t, std::string> known_;
};

// callSite()
napi_value OnCallSite(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data);
  const std::string& site = static_cast<Sites*>(data)->Capture();
  if (site.empty()) return nullptr;
  napi_value text = nullptr;
  napi_create_string_utf8(env, site.data(), site.size(), &text);
  return text;
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
