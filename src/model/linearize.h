// The order in which a class looks for inherited properties, by C3 (Barrett et al., OOPSLA 1996; Python's as well): a
// class before what it inherits from, and those in the order written, also through diamonds.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nacd::model {

class Linearizer {
 public:
  using Names = std::vector<std::string>;
  // `bases_of` returns the names a class inherits from, in order; it must outlive this.
  explicit Linearizer(std::function<const Names&(std::string_view)> bases_of) : bases_of_(std::move(bases_of)) {}

  // Returns `name` and all it inherits from, or null and sets fault() where there is no such order.
  const Names* Of(const std::string& name);
  const std::string& fault() const { return fault_; }

 private:
  bool Merge(const std::string& name, std::vector<Names> orders, Names* result);

  std::function<const Names&(std::string_view)> bases_of_;
  std::map<std::string, Names, std::less<>> done_;
  Names open_;  // being worked on, outermost first: a name that comes again is a cycle
  std::string fault_;
};

}  // namespace nacd::model
