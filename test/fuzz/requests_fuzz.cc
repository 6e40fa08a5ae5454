// libFuzzer target of the reader and the analysis of request races: for any text either candidates or a fault in one
// line, never a crash. Run by: npm run fuzz
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "requests/find.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string json;
  std::string error;
  if (!nacd::requests::FindInTexts({{"fuzz", text}}, {}, &json, &error)) {
    if (error.empty() || error.find('\n') != std::string::npos) std::abort();
    return 0;
  }
  const auto found = nlohmann::json::parse(json);
  uint64_t counted = found["pairs"]["left"];
  for (const auto& [reason, count] : found["pairs"]["pruned"].items()) counted += count.get<uint64_t>();
  if (counted != found["pairs"]["conflicting"]) std::abort();
  for (const auto& candidate : found["candidates"]) {
    if (candidate["order"].size() < 3 || candidate["first"]["window"].size() != 2) std::abort();
  }
  return 0;
}
