// Catch2 version 3 (Debian 13) under the one header that version 2 (Debian 12) had.
#pragma once
#include <catch2/catch_all.hpp>

using Catch::Approx;
using namespace Catch::Matchers;
