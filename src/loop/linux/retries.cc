#include "loop/linux/retries.h"

#include <algorithm>

#include "names/name.h"

namespace nacd::loop {
namespace {

constexpr int kTries = 3;                         // twice, also a program asks that does not wait
constexpr int64_t kLeastGapNs = 5 * kNsPerMs;     // questions that come together are one
constexpr int64_t kPatienceNs = 1000 * kNsPerMs;  // after the last question, at least
constexpr int kPatienceGaps = 4;
constexpr int64_t kMostPatienceNs = 60000 * kNsPerMs;
constexpr size_t kMostQuestions = 1024;

bool Asks(uv_fs_type type) {
  switch (type) {
    case UV_FS_STAT:
    case UV_FS_LSTAT:
    case UV_FS_ACCESS:
    case UV_FS_OPEN:
    case UV_FS_OPENDIR:
    case UV_FS_SCANDIR:
    case UV_FS_READLINK:
    case UV_FS_REALPATH:
    case UV_FS_MKDIR:
      return true;
    default:
      return false;
  }
}

uint64_t NotZero(uint64_t hash) { return hash == 0 ? 1 : hash; }

}  // namespace

uint64_t Retries::QuestionOf(const uv_fs_t& request, std::string_view name) {
  if (!request.path || !Asks(request.fs_type)) return 0;
  const uint64_t where = names::HashOf(name.substr(0, name.find('#')));
  return NotZero(names::HashOf(request.path) ^ (where * 31 + static_cast<uint64_t>(request.fs_type)));
}

uint64_t Retries::QuestionOf(const void* address, size_t size) {
  return NotZero(names::HashOf({static_cast<const char*>(address), size}));
}

void Retries::Asked(uint64_t number, int64_t now) {
  if (questions_.size() >= kMostQuestions) Forget(now);
  Question& question = questions_[number];
  const int64_t gap = now - question.last;
  if (question.asked > 0 && gap < kLeastGapNs) return;
  if (question.asked > 0) question.gap = gap;
  question.asked++;
  question.last = now;
  Look(question);
}

void Retries::Answered(uint64_t number, bool refused, int64_t now) {
  const auto found = questions_.find(number);
  if (found == questions_.end()) return;
  if (!refused) {
    // Another one, if there is any, is about to be asked again.
    if (found->second.refused && found->second.asked >= kTries) waits_until_ = now;
    questions_.erase(found);
    return;
  }
  found->second.refused = true;
  Look(found->second);
}

void Retries::Look(const Question& question) {
  if (!question.refused || question.asked < kTries) return;
  const int64_t patience = std::clamp(kPatienceGaps * question.gap, kPatienceNs, kMostPatienceNs);
  waits_until_ = std::max(waits_until_, question.last + patience);
}

void Retries::Forget(int64_t now) {
  std::erase_if(questions_, [now](const auto& entry) { return entry.second.last + kMostPatienceNs < now; });
  if (questions_.size() >= kMostQuestions) questions_.clear();
}

}  // namespace nacd::loop
