#include "trace/bytes.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "trace/json_line.h"

using namespace nacd;

TEST_CASE("bytes are UTF-8 only in its shortest form, without surrogates and up to U+10FFFF") {
  const std::string start = "sixteen bytes and more, ";
  for (const char* text :
       {"", "a", "\xc3\xbc", "\xe0\xa0\x80", "\xed\x9f\xbf\xee\x80\x80", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    CAPTURE(text);
    CHECK(trace::IsUtf8(text));
    CHECK(trace::IsUtf8(start + text + start));
  }
  for (const char* other : {"\x80", "\xff", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                            "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\xe2\x82x", "\xc3"}) {
    CAPTURE(other);
    CHECK_FALSE(trace::IsUtf8(other));
    CHECK_FALSE(trace::IsUtf8(start + other));
    CHECK_FALSE(trace::IsUtf8(other + start));
  }
}

TEST_CASE("base64 is that of RFC 4648") {
  CHECK(trace::Base64("").empty());
  CHECK(trace::Base64("f") == "Zg==");
  CHECK(trace::Base64("fo") == "Zm8=");
  CHECK(trace::Base64("foo") == "Zm9v");
  CHECK(trace::Base64("foobar") == "Zm9vYmFy");
  CHECK(trace::Base64("\xfb\xff\xfe") == "+//+");
}

TEST_CASE("a long text with special bytes at any distance is the same text in JSON") {
  for (size_t distance = 1; distance < 40; distance++) {
    std::string text;
    for (int at = 0; at < 5; at++)
      text += std::string(distance, 'x') + (at % 2 ? "\"" : at == 2 ? "\xe2\x82\xac" : "\r\n");
    trace::JsonLine line;
    CAPTURE(distance);
    CHECK(nlohmann::json::parse(line.String(text).text()).get<std::string>() == text);
  }
}
