#include "schedule/strategies/alike.h"

#include "names/name.h"
#include "schedule/random.h"
#include "schedule/strategies/effects.h"

namespace nacd::schedule {
namespace {

constexpr size_t kMostThings = 65536;  // that are known; further ones are like the last
constexpr int kBits = 3;

// By their draws from the seed, where the user has not chosen.
enum Draw { kBy, kBit, kOthers };

int Chosen(const Options& options, const char* name, Draw draw, int values) {
  return static_cast<int>(options.Parameter(name, static_cast<int>(UnitRandom(options.seed, 0, draw) * values)));
}

// "/accepted" of "connect#1/accepted/ready#2": the ends of a connection are two machines.
bool IsAccepted(std::string_view name) { return name.find("/accepted") != std::string_view::npos; }

// "fs" of "fs/promises.stat" and of the task "fs.stat".
std::string_view ModuleOf(std::string_view api) { return api.substr(0, api.find_first_of("./")); }

bool IsHeld(const Operation& operation) {
  return IsTask(operation.phase) ? HoldsEffect(operation) : IsCompletion(operation.phase);
}

uint64_t HashOfBoth(std::string_view text, uint64_t more) { return Mix(names::StableHash(text) + more); }

}  // namespace

Alike::Alike(const Options& options)
    : options_(options),
      by_(static_cast<By>(Chosen(options, "alike_by", kBy, 3))),
      bit_(Chosen(options, "alike_bit", kBit, kBits)),
      others_(Chosen(options, "alike_others", kOthers, 2) != 0) {}

uint64_t Alike::ThingOf(const Operation& operation) const {
  const uint64_t side = IsAccepted(operation.name);
  if (by_ == By::kKind) return HashOfBoth(ModuleOf(operation.api), side);
  // Connections of the loop have no call site.
  if (by_ == By::kSite && !operation.site.empty()) return HashOfBoth(operation.site, side);
  // A file has the path's name; all that comes from one child or one connection has its owner's.
  const std::string_view name = operation.name;
  return HashOfBoth(IsTask(operation.phase) ? names::ResourceOf(name) : names::Read(name).owner, side);
}

bool Alike::IsSlow(uint64_t thing) {
  const auto seen = static_cast<uint32_t>(known_.size());
  if (seen >= kMostThings && !known_.contains(thing)) return false;
  const uint32_t at = known_.emplace(thing, seen).first->second;
  return ((at >> bit_) & 1) == static_cast<uint32_t>(others_);
}

Decision Alike::Decide(const Operation& operation, double) {
  if (!IsTask(operation.phase) && !IsCompletion(operation.phase)) return {};
  const uint64_t thing = ThingOf(operation);
  if (!IsSlow(thing) || !IsHeld(operation)) return {};
  return {true, options_.max_delay_ms};
}

}  // namespace nacd::schedule
