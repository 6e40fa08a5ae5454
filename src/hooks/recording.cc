#include "hooks/recording.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hooks/js.h"
#include "hot.h"
#include "trace/mapped_pieces.h"
#include "trace/writer.h"

namespace nacd::hooks {
namespace {

constexpr int kOnlyTheUser = 0600;
constexpr size_t kUsualSize = 4096;

// "recorded-1234-0.ndjson" has its facts in "recorded-1234-0.facts".
std::string FactsOf(const std::string& path) { return path.substr(0, path.rfind('.')) + ".facts"; }

struct Recording {
  Recording(const std::string& path, size_t limit)
      : writer(path, limit, kOnlyTheUser), pieces(FactsOf(path), kOnlyTheUser) {}
  trace::Writer writer;
  trace::MappedPieces pieces;
  napi_ref piece = nullptr;  // the ArrayBuffer
  std::string text;          // kept, so that a line allocates nothing
};

// Sets `read` to a text of JavaScript as UTF-8, valid until the next call. Returns false if `value` is no text.
NACD_HOT bool Read(napi_env env, napi_value value, std::string* text, std::string_view* read) {
  if (text->empty()) text->resize(kUsualSize);
  size_t size = 0;
  if (napi_get_value_string_utf8(env, value, text->data(), text->size(), &size) != napi_ok) return false;
  // One that has no room is cut before a character, of four bytes at most.
  if (size + 5 > text->size()) {
    size_t units = 0;
    napi_get_value_string_utf16(env, value, nullptr, 0, &units);
    text->resize(units * 3 + 6);  // a unit of UTF-16 takes at most three bytes of UTF-8
    napi_get_value_string_utf8(env, value, text->data(), text->size(), &size);
  }
  *read = {text->data(), size};
  return true;
}

// append(line)
napi_value Append(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  auto* recording = arguments.hook<Recording>();
  std::string_view line;
  if (Read(env, arguments[0], &recording->text, &line)) recording->writer.WriteLine(line);
  return nullptr;
}

// piece(size) => ArrayBuffer | undefined
// It is the same one for all pieces: to detach that of an old piece would cost the program its optimized code that uses
// typed arrays, and have V8 check each access in new code.
napi_value NextPiece(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  auto* recording = arguments.hook<Recording>();
  uint32_t size = 0;
  napi_get_value_uint32(env, arguments[0], &size);
  char* piece = recording->writer.Yield(size) ? recording->pieces.Next(size) : nullptr;
  napi_value result = nullptr;
  const auto keep = [](napi_env, void*, void*) {};  // it is the file's
  if (!piece) return nullptr;
  if (recording->piece) {
    napi_get_reference_value(env, recording->piece, &result);
    return result;
  }
  if (napi_create_external_arraybuffer(env, piece, size, keep, nullptr, &result) != napi_ok) return nullptr;
  napi_create_reference(env, result, 1, &recording->piece);
  return result;
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
  const auto result = Napi::Object::New(env);
  napi_value function = nullptr;
  napi_create_function(env, "append", NAPI_AUTO_LENGTH, Append, recording, &function);
  result.Set("append", function);
  napi_create_function(env, "piece", NAPI_AUTO_LENGTH, NextPiece, recording, &function);
  result.Set("piece", function);
  return result;
}

}  // namespace nacd::hooks
