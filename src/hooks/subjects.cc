#include "hooks/subjects.h"

#include <cstddef>

#include "hooks/js.h"
#include "hooks/subject.h"
#include "hot.h"

namespace nacd::hooks {
namespace {

constexpr size_t kMostSubjects = 1000;
constexpr size_t kLongestText = 1000;  // a longer one is not kept

}  // namespace

NACD_HOT std::string_view Subjects::Of(napi_value text) { return Of(Utf8(env_, text).view()); }

std::string_view Subjects::Of(std::string_view text) {
  const auto known = by_text_.find(text);
  if (known != by_text_.end()) return known->second;
  if (text.size() > kLongestText) return long_subject_ = Subject(text);
  if (by_text_.size() == kMostSubjects) by_text_.clear();
  return by_text_.emplace(text, Subject(text)).first->second;
}

}  // namespace nacd::hooks
