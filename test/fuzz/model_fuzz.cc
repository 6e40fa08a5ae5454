// libFuzzer target of the model reader: whatever the text, a model or a fault, never a crash. Build and run:
//   node scripts/embed-model.js build/fuzz/model/builtin_table.inc
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -Isrc -Ibuild/fuzz -o build/fuzz/model_fuzz
//   src/model/*.cc test/fuzz/model_fuzz.cc mkdir -p build/fuzz/corpus build/fuzz/model_fuzz -max_total_time=60
//   -dict=test/fuzz/model.dict build/fuzz/corpus model
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "model/model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  nacd::model::Loader loader;
  if (!loader.AddText(text, "fuzz.json")) {
    if (loader.error().message.empty()) std::abort();
    return 0;
  }
  for (uint32_t version : {20'000'000u, 26'000'000u}) {
    auto model = loader.Finish(version);
    if (!model && loader.error().message.empty()) std::abort();
    if (!model) continue;
    for (const auto& [name, found] : model->classes()) {
      if (model->Find(name) != &found || found.resolved.size() < found.properties.size()) std::abort();
    }
  }
  return 0;
}
