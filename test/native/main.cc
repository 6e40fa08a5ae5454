// Catch2's main(), for version 2; version 3 brings it as a library.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
