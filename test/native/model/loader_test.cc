// Files and folders. NACD_MODEL_DIR is the folder of the built-in models.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fixture.h"

namespace nacd::model {
namespace {

using Catch::Matchers::Contains;
namespace fs = std::filesystem;

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("nacd model " + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

TEST_CASE("a folder's *.json files are read, but for schemas") {
  Folder folder;
  folder.Write("b.json", R"({"moduleName": "b", "is": ["a"]})");
  folder.Write("a.json", R"({"moduleName": "a"})");
  folder.Write("model.schema.json", R"({"$schema": ""})");
  folder.Write("notes.txt", "no JSON");
  Loader loader;
  REQUIRE(loader.AddPath(folder.path()));
  auto model = loader.Finish(kNode20);
  REQUIRE(model);
  CHECK(model->classes().size() == 2);
  CHECK_THAT(model->Find("b")->file, Contains("b.json"));
}

TEST_CASE("what can't be read is told with its path") {
  Folder folder;
  fs::create_directories(fs::path(folder.path()) / "x.json");
  Loader loader;
  CHECK_FALSE(loader.AddPath(folder.path() + "/none.json"));
  CHECK_THAT(loader.error().ToString(), Contains("none.json: cannot be read"));
  CHECK_FALSE(loader.AddPath(folder.path()));
  CHECK_THAT(loader.error().ToString(), Contains("x.json: cannot be read"));
}

TEST_CASE("the built-in models are right, for each Node") {
  Loader loader;
  if (!loader.AddPath(NACD_MODEL_DIR)) FAIL(loader.error().ToString());
  for (uint32_t major : {20, 22, 24, 26}) {
    auto model = loader.Finish(major * 1'000'000);
    if (!model) FAIL(loader.error().ToString());
    CHECK(model->classes().size() >= 46);  // as many as NACD's
    CHECK(Get(*model, "fs", "access").postpone_action);
    CHECK(Get(*model, "net.Socket", "push").patterns == kSource);
    CHECK(Get(*model, "net.Socket", "on").registers_listener());
  }
}

}  // namespace
}  // namespace nacd::model
