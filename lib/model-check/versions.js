'use strict';

function code(version) {
  const [major, minor, patch] = version.split('-')[0].split('.').map(Number);
  return (major * 1000 + minor) * 1000 + patch;
}

/** Returns whether `version` is within `since` and `until`. */
function inRange({ since = '0.0.0', until = '999.0.0' }, version) {
  return code(since) <= code(version) && code(version) < code(until);
}

module.exports = { inRange };
