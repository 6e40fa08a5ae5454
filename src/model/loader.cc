#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "model/drafts.h"
#include "model/model.h"
#include "model/reader.h"
#include "model/resolve.h"

namespace nacd::model {
namespace {

namespace fs = std::filesystem;

// A name is UTF-8, and Windows would read it in its code page.
fs::path PathOf(const std::string& utf8) { return {std::u8string(utf8.begin(), utf8.end())}; }

std::string TextOf(const fs::path& path) {
  const std::u8string utf8 = path.u8string();
  return {utf8.begin(), utf8.end()};
}

// Returns the *.json files of `folder` in alphabetical order, without JSON Schemas.
std::vector<std::string> ModelFilesOf(const std::string& folder, std::error_code* fault) {
  std::vector<std::string> files;
  fs::directory_iterator at(PathOf(folder), *fault);
  for (; !*fault && at != fs::directory_iterator(); at.increment(*fault)) {
    std::string path = TextOf(at->path());
    if (path.ends_with(".json") && !path.ends_with(".schema.json")) files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool ReadWhole(const fs::path& path, std::string* text) {
  std::error_code fault;
  if (!fs::is_regular_file(path, fault)) return false;
  const auto size = fs::file_size(path, fault);
  if (fault) return false;
  std::ifstream stream(path, std::ios::binary);
  text->resize(size);
  stream.read(text->data(), static_cast<std::streamsize>(size));
  return static_cast<bool>(stream);
}

}  // namespace

Loader::Loader() : drafts_(std::make_unique<Drafts>()) {}
Loader::~Loader() = default;

void Loader::AddBuiltin() { drafts_->has_builtin = true; }

bool Loader::AddText(std::string_view text, const std::string& file) {
  drafts_->TakeBuiltin();  // a file may change any of them
  return ReadModelText(text, file, drafts_.get(), &error_);
}

bool Loader::AddPath(const std::string& path) {
  std::error_code fault;
  std::vector<std::string> files{path};
  if (fs::is_directory(PathOf(path), fault)) files = ModelFilesOf(path, &fault);
  if (fault) {
    error_ = {path, "", "cannot be read: " + fault.message() + "; a file or a folder of *.json files is allowed"};
    return false;
  }
  for (const std::string& file : files) {
    std::string text;
    if (!ReadWhole(PathOf(file), &text)) {
      error_ = {file, "", "cannot be read; a file or a folder of *.json files is allowed"};
      return false;
    }
    if (!AddText(text, file)) return false;
  }
  return true;
}

std::unique_ptr<Model> Loader::Finish(uint32_t node_version) {
  auto resolver = std::make_unique<Resolver>(*drafts_, node_version);
  // The built-in models alone need no check: a test resolves all of them.
  if (!drafts_->has_builtin && !resolver->ResolveAll(&error_)) return nullptr;
  return std::make_unique<Model>(std::move(resolver));
}

}  // namespace nacd::model
