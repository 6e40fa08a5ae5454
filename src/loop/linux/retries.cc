#include "loop/linux/retries.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "loop/linux/fd_table.h"
#include "names/name.h"
#include "names/temporary_names.h"
#include "schedule/program_timers.h"

namespace nacd::loop {
namespace {

constexpr int kTries = 3;                            // twice, also a program asks that does not wait
constexpr int64_t kLeastGapNs = 5 * kNsPerMs;        // questions that come together are one
constexpr int64_t kLongestGapNs = 10000 * kNsPerMs;  // a file of tests asks what the one before it has asked
constexpr int64_t kPatienceNs = 1000 * kNsPerMs;     // after the last question, at least
constexpr int kPatienceGaps = 4;
constexpr int kAlike = 2;             // rounds; tests in turn may do the same by chance
constexpr uint64_t kMostAwaited = 8;  // files, by looking at each; a search for modules or settings looks at more
constexpr int64_t kMostPatienceNs = 60000 * kNsPerMs;
constexpr size_t kMostQuestions = 1024;
constexpr int64_t kStillThere = INT64_MAX;

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

// Returns the path that the task makes something at; empty: it makes nothing.
std::string_view MadeBy(const uv_fs_t& request) {
  switch (request.fs_type) {
    case UV_FS_OPEN:
      return request.path && (request.flags & (O_WRONLY | O_RDWR | O_CREAT)) ? request.path : "";
    case UV_FS_MKDIR:
      return request.path ? request.path : "";
    case UV_FS_RENAME:
    case UV_FS_LINK:
    case UV_FS_SYMLINK:
    case UV_FS_COPYFILE:
      return request.new_path ? request.new_path : "";
    default:
      return {};
  }
}

bool Changes(const uv_fs_t& request) {
  switch (request.fs_type) {
    case UV_FS_WRITE:
    case UV_FS_FTRUNCATE:
    case UV_FS_UNLINK:
    case UV_FS_RMDIR:
    case UV_FS_MKDTEMP:
    case UV_FS_MKSTEMP:
      return true;
    default:
      return !MadeBy(request).empty();
  }
}

// Returns true if the task makes something only where nothing is: two of them never succeed, so it serves as a lock.
bool MakesAlone(const uv_fs_t& request) {
  const bool exclusive = (request.flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
  return request.path && (request.fs_type == UV_FS_MKDIR || (request.fs_type == UV_FS_OPEN && exclusive));
}

bool Removes(uv_fs_type type) { return type == UV_FS_UNLINK || type == UV_FS_RMDIR || type == UV_FS_RENAME; }

// Without a slash at its end. A relative path and its absolute one are the same.
std::string Whole(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  while (path.starts_with("./")) path.remove_prefix(2);
  char folder[PATH_MAX];
  if (path.starts_with('/') || !getcwd(folder, sizeof folder)) return std::string(path);
  return path == "." ? folder : std::string(folder) + '/' + std::string(path);
}

// A hash for the contents of a folder, different from that of the folder itself.
uint64_t FolderOf(std::string_view path) { return names::HashOf(path) * 31 + 1; }

// fs.rm() first checks whether the path exists, but does not wait for it.
bool IsRemoval(std::string_view name) {
  const std::string_view api = name.substr(0, name.find_first_of("(@#"));
  return api == "fs.rm" || api == "fs/promises.rm";
}

// Only somebody who got such a path from us knows its random letters.
bool IsSecret(std::string_view path) { return names::IsInTemporary(path) && FdTable::ExpectsNobody(); }

uint64_t PlaceOf(std::string_view name) { return names::HashOf(name.substr(0, name.find('#'))); }

}  // namespace

uint64_t Retries::QuestionOf(const uv_fs_t& request, std::string_view name) {
  if (!request.path || !Asks(request.fs_type) || IsRemoval(name) || IsSecret(request.path)) return 0;
  return NotZero(names::HashOf(request.path) ^ (PlaceOf(name) * 31 + static_cast<uint64_t>(request.fs_type)));
}

uint64_t Retries::QuestionOf(const void* address, size_t size) {
  return NotZero(names::HashOf({static_cast<const char*>(address), size}));
}

void Retries::Asked(uint64_t number, int64_t now, By by) {
  if (questions_.size() >= kMostQuestions) Forget(now);
  Question& question = questions_[number];
  question.pending++;
  const int64_t gap = now - question.last;
  if (question.asked > 0 && gap < kLeastGapNs) return;
  if (gap > kLongestGapNs) question.asked = 0;
  // A suite whose tests look for the same file goes on meanwhile.
  const uint64_t timers = schedule::ProgramTimers::Count();
  const auto ms = [](int64_t ns) { return static_cast<double>(ns) / kNsPerMs; };
  const bool may_have_fired = schedule::ProgramTimers::MayHaveFired(ms(question.last), ms(now));
  // Our delays are not in it, neither those of the question nor those of what is done between.
  if (question.asked > 0) question.gap = now - std::max(question.last, question.answered);
  const double slept_ms = schedule::ProgramTimers::SleptMs() - question.slept_ms;
  const bool all_known = by != By::kItself && !may_have_fired;
  if (all_known) question.gap = std::min(question.gap, static_cast<int64_t>(slept_ms * kNsPerMs));
  question.slept_ms += slept_ms;
  const bool searches = by == By::kThread && looks_ - question.looks > kMostAwaited && FdTable::ExpectsNobody();
  question.slept = !searches && (by == By::kItself || timers != question.timers || may_have_fired);
  const uint64_t between = done_ - question.done;
  const bool alike = (between == 0 || between == question.between) && changes_ == question.changes;
  // One that is asked before another is answered does not follow from that answer, such as mkdir of many for a folder.
  const bool follows = question.asked == 0 || question.pending == 1;
  question.alike = alike && follows && by != By::kThread ? question.alike + 1 : 0;
  if (question.asked < kTries - 1 || question.slept || question.alike > 0) question.asked++;
  question.last = now;
  question.looks = by == By::kThread ? ++looks_ : looks_;
  question.timers = timers;
  question.between = between;
  question.done = done_;
  question.changes = changes_;
  Look(question);
}

void Retries::Done(std::string_view name) {
  if (!questions_.empty()) done_ += PlaceOf(name);
}

void Retries::Answered(uint64_t number, bool refused, int64_t now) {
  const auto found = questions_.find(number);
  if (found == questions_.end()) return;
  if (!refused) {
    Drop(number, now);
    return;
  }
  found->second.refused = true;
  if (found->second.pending > 0) found->second.pending--;  // others may have been dropped
  found->second.answered = now;
  found->second.slept_ms = schedule::ProgramTimers::SleptMs();
  Look(found->second);
}

void Retries::Looked(std::string_view path, bool missing, int64_t now) {
  if (IsSecret(path)) return;
  const uint64_t question = NotZero(names::HashOf(path) * 31 + UV_FS_ACCESS);
  if (missing) {
    NoteRefused(names::HashOf(Whole(path)), question);
    Asked(question, now, By::kThread);
  }
  Answered(question, missing, now);
}

void Retries::NoteRefused(uint64_t hash, uint64_t question) {
  if (refused_.size() >= kMostQuestions) refused_.clear();
  refused_[hash].insert(question);
}

void Retries::Drop(uint64_t number, int64_t now) {
  const auto found = questions_.find(number);
  if (found == questions_.end()) return;
  // Another one, if there is any, is about to be asked again.
  if (found->second.refused && found->second.asked >= kTries) waits_until_ = now;
  questions_.erase(found);
}

void Retries::DropAllOf(uint64_t hash, int64_t now) {
  const auto found = refused_.find(hash);
  if (found == refused_.end()) return;
  for (const uint64_t question : found->second) Drop(question, now);
  refused_.erase(found);
}

void Retries::Made(const uv_fs_t& request, uint64_t question, int64_t now) {
  const bool missing = request.result == UV_ENOENT;
  if (question != 0 && (missing || (request.result == UV_EEXIST && request.fs_type == UV_FS_MKDIR))) {
    const std::string path = Whole(request.path);
    NoteRefused(missing ? names::HashOf(path) : FolderOf(path), question);
  }
  if (request.result == UV_EEXIST && MakesAlone(request) && WasOwn(request.path, question)) Drop(question, now);
  if (request.result < 0) return;
  if (Changes(request)) Changed(now);
  if (refused_.empty() || MadeBy(request).empty()) return;
  const std::string path = Whole(MadeBy(request));
  DropAllOf(names::HashOf(path), now);
  const size_t slash = path.rfind('/');
  if (slash != std::string::npos && slash > 0) DropAllOf(FolderOf(path.substr(0, slash)), now);
}

// Somebody outside might remove it, too. What was removed since the question was asked was there to refuse it.
bool Retries::WasOwn(std::string_view path, uint64_t question) const {
  const auto own = own_.find(names::HashOf(Whole(path)));
  if (own == own_.end() || !FdTable::ExpectsNobody()) return false;
  const auto asked = questions_.find(question);
  return own->second == kStillThere || (asked != questions_.end() && asked->second.last <= own->second);
}

void Retries::Ended(const uv_fs_t& request, int64_t now) {
  if (request.result < 0) return;
  if (MakesAlone(request)) {
    if (own_.size() >= kMostQuestions) own_.clear();
    own_[names::HashOf(Whole(request.path))] = kStillThere;
  } else if (Removes(request.fs_type) && request.path) {
    const auto own = own_.find(names::HashOf(Whole(request.path)));
    if (own != own_.end() && own->second == kStillThere) own->second = now;
  }
}

void Retries::Changed(int64_t now) {
  changes_++;
  if (looks_only_) waits_until_ = std::min(waits_until_, now);
}

// A process that expects nobody, such as a suite of a cache, looks again and again for what it has not written.
bool Retries::OnlyLooks(const Question& question) { return question.alike >= kAlike && !FdTable::ExpectsNobody(); }

bool Retries::Repeats(const Question& question) {
  return question.refused && question.asked >= kTries && (question.slept || OnlyLooks(question));
}

bool Retries::Repeats(uint64_t number) const {
  const auto found = questions_.find(number);
  return found != questions_.end() && Repeats(found->second);
}

void Retries::Look(const Question& question) {
  if (!Repeats(question)) return;
  looks_only_ = !question.slept && (looks_only_ || waits_until_ < question.last);
  // Without a sleep the gap was the time of our delays.
  const int64_t gaps = question.slept ? kPatienceGaps * question.gap : 0;
  const bool hardly = question.slept && FdTable::ExpectsNobody();
  const int64_t patience = std::clamp(gaps, hardly ? 0 : kPatienceNs, kMostPatienceNs);
  waits_until_ = std::max(waits_until_, std::max(question.last, question.answered) + patience);
}

void Retries::Forget(int64_t now) {
  std::erase_if(questions_, [now](const auto& entry) { return entry.second.last + kMostPatienceNs < now; });
  if (questions_.size() >= kMostQuestions) questions_.clear();
}

}  // namespace nacd::loop
