'use strict';
// Finds the events that Node's own source emits, by module. Includes events of classes that no module exports. Without
// type declarations, this alone finds a new event.

const EMIT = /\.emit\(\s*'([\w:-]+)'|\bemit\w*NT,[^;)]*?'([a-z][\w:-]*)'\)/g;

// Internal modules that belong to a public one, by the prefix of their names.
const PARTS = {
  _http: 'http', _tls: 'tls', _stream: 'stream', 'internal/http2': 'http2', 'internal/child_process': 'child_process',
  'internal/cluster': 'cluster', 'internal/fs': 'fs', 'internal/streams/fast-utf8-stream': 'fs', 'internal/streams': 'stream', 'internal/worker': 'worker_threads',
  'internal/readline': 'readline', 'internal/test_runner': 'test', 'internal/process': 'process', 'internal/crypto': 'crypto',
  'internal/quic': 'quic', 'internal/dgram': 'dgram', 'internal/repl': 'repl', 'internal/tls': 'tls', 'internal/js_stream_socket': 'net',
};

function moduleOf(file) {
  const part = Object.keys(PARTS).find((start) => file === start || file.startsWith(`${start}/`) || (start.startsWith('_') && file.startsWith(start)));
  if (part) return PARTS[part];
  return file.startsWith('internal/') ? undefined : file;
}

function sources() {
  try {
    return process.binding('natives');
  } catch {
    return {}; // this Node does not give its source: only declarations are used
  }
}

/** Returns { net: ['close', 'connect', ...], ... }. */
function emissions() {
  const found = {};
  for (const [file, source] of Object.entries(sources())) {
    const module = moduleOf(file);
    if (!module || typeof source !== 'string') continue;
    for (const [, plain, later] of source.matchAll(EMIT)) (found[module] ??= new Set()).add(plain ?? later);
  }
  return Object.fromEntries(Object.entries(found).map(([module, events]) => [module, [...events].sort()]));
}

module.exports = { emissions };
