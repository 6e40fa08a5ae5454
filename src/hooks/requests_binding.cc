#include "hooks/requests_binding.h"

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "requests/find.h"

namespace nacd::hooks {
namespace {

struct Search {
  std::vector<std::string> paths;
  requests::FindOptions options;
  std::string json;
  std::string error;

  bool Run() {
    try {
      return requests::FindRequestRaces(paths, options, &json, &error);
    } catch (const std::exception& failure) {  // such as no memory
      error = std::string("the traces cannot be analysed: ") + failure.what();
      return false;
    }
  }
};

std::vector<std::string> TextsOf(const Napi::Value& value) {
  std::vector<std::string> texts;
  if (!value.IsArray()) return texts;
  const auto array = value.As<Napi::Array>();
  for (uint32_t i = 0; i < array.Length(); ++i) texts.push_back(array.Get(i).ToString().Utf8Value());
  return texts;
}

void SetCount(const Napi::Object& options, const char* key, uint32_t* count) {
  const Napi::Value value = options.Get(key);
  if (value.IsNumber()) *count = value.As<Napi::Number>().Uint32Value();
}

Search SearchOf(const Napi::CallbackInfo& info) {
  Search search;
  search.paths = TextsOf(info[0]);
  if (!info[1].IsObject()) return search;
  const auto options = info[1].As<Napi::Object>();
  SetCount(options, "examples", &search.options.examples);
  SetCount(options, "limit", &search.options.limit);
  SetCount(options, "most", &search.options.most);
  search.options.handlers = TextsOf(options.Get("handlers"));
  return search;
}

class Worker : public Napi::AsyncWorker {
 public:
  Worker(Napi::Env env, Search search)
      : Napi::AsyncWorker(env, "findRequestRaces"), search_(std::move(search)), deferred_(env) {}

  Napi::Promise promise() const { return deferred_.Promise(); }

 protected:
  void Execute() override {
    if (!search_.Run()) SetError(search_.error);
  }
  void OnOK() override { deferred_.Resolve(Napi::String::New(Env(), search_.json)); }
  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 private:
  Search search_;
  Napi::Promise::Deferred deferred_;
};

}  // namespace

Napi::Value FindRequestRaces(const Napi::CallbackInfo& info) {
  Search search = SearchOf(info);
  if (!search.Run()) throw Napi::Error::New(info.Env(), search.error);
  return Napi::String::New(info.Env(), search.json);
}

Napi::Value FindRequestRacesAsync(const Napi::CallbackInfo& info) {
  auto* worker = new Worker(info.Env(), SearchOf(info));  // deletes itself
  const Napi::Promise promise = worker->promise();
  worker->Queue();
  return promise;
}

}  // namespace nacd::hooks
