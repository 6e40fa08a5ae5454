#include "hooks/recording.h"

#include <cstddef>
#include <string>

#include "trace/writer.h"

namespace nacd::hooks {
namespace {

constexpr int kOnlyTheUser = 0600;
constexpr size_t kUsualSize = 4096;

struct Recording {
  Recording(const std::string& path, size_t limit) : writer(path, limit, kOnlyTheUser) {}
  trace::Writer writer;
  std::string line;  // kept, so that a line allocates nothing
};

// append(line)
napi_value Append(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument = nullptr;
  void* data = nullptr;
  napi_get_cb_info(env, info, &count, &argument, nullptr, &data);
  auto* recording = static_cast<Recording*>(data);
  std::string& line = recording->line;
  if (line.empty()) line.resize(kUsualSize);
  size_t size = 0;
  if (napi_get_value_string_utf8(env, argument, line.data(), line.size(), &size) != napi_ok) return nullptr;
  // One that has no room is cut before a character, of four bytes at most.
  if (size + 5 > line.size()) {
    size_t units = 0;
    napi_get_value_string_utf16(env, argument, nullptr, 0, &units);
    line.resize(units * 3 + 6);  // a unit of UTF-16 takes at most three bytes of UTF-8
    napi_get_value_string_utf8(env, argument, line.data(), line.size(), &size);
  }
  recording->writer.WriteLine(std::string_view(line.data(), size));
  return nullptr;
}

}  // namespace

Napi::Value OpenRecording(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto limit = static_cast<size_t>(info[1].As<Napi::Number>().Int64Value());
  auto* recording = new Recording(info[0].As<Napi::String>().Utf8Value(), limit);
  if (!recording->writer.ok()) {
    const std::string reason = recording->writer.error();
    delete recording;
    throw Napi::Error::New(env, reason);
  }
  napi_add_env_cleanup_hook(
      env, [](void* data) { delete static_cast<Recording*>(data); }, recording);
  napi_value append = nullptr;
  napi_create_function(env, "append", NAPI_AUTO_LENGTH, Append, recording, &append);
  return {env, append};
}

}  // namespace nacd::hooks
