// Compiled once a target (scripts/cross/zig.mjs): to read these headers takes longer than to compile most of our files.
// No file may rely on it: the other builds do without.
#include <napi.h>
#include <uv.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>
