'use strict';
// One object of each class of the model, so that its properties can be looked at: a module's exports, a prototype, or
// for classes that no module exports an instance made for the purpose.
const child_process = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const http2 = require('node:http2');
const os = require('node:os');
const path = require('node:path');
const { PassThrough } = require('node:stream');
const worker_threads = require('node:worker_threads');

const closers = [];

function closing(object, close) {
  closers.push(() => close(object));
  return object;
}

let http2Pair;

async function http2Objects() {
  const server = http2.createServer();
  const serverStream = once(server, 'stream');
  server.listen(0);
  await once(server, 'listening');
  const session = http2.connect(`http://localhost:${server.address().port}`);
  const request = session.request();
  const [stream] = await serverStream;
  closers.push(() => {
    stream.respond();
    stream.end();
    request.resume();
    session.close();
    server.close();
  });
  return { server, stream, session, request };
}

const ofHttp2 = (choose) => async () => choose(await (http2Pair ??= http2Objects()));

// None can be made here: behind a flag of Node, or in a test run of its own.
const WITHOUT_SAMPLE = new Set(['globals.EventSource', 'vm.Module', 'node:test.SuiteContext', 'node:test.TestsStream']);

const profile = async (name) => {
  const worker = closing(new worker_threads.Worker('setInterval(() => {}, 1000)', { eval: true }), (made) => made.terminate());
  await once(worker, 'online');
  const handle = await worker[name](Number.parseInt(process.versions.node, 10) < 26 ? 'nacd' : {});
  closers.unshift(() => handle.stop());
  return handle;
};

function aRepl() {
  const silent = () => new PassThrough();
  return closing(require('node:repl').start({ input: silent(), output: silent() }), (server) => server.close());
}

const instances = {
  globals: async () => globalThis,
  'globals.Response': async () => new Response(),
  'globals.Request': async () => new Request('http://localhost'),
  'globals.EventTarget': async () => new EventTarget(),
  'globals.AbortSignal': async () => new AbortController().signal,
  'globals.AbortController': async () => new AbortController(),
  'globals.WebSocket': async () => WebSocket.prototype,
  'perf_hooks.Performance': async () => performance,
  'node:test.TestContext': async (t) => t,
  'diagnostics_channel.TracingChannel': async () => require('node:diagnostics_channel').tracingChannel('nacd'),
  'child_process.Control': async () => forked().channel,
  'net.Socket': async () => new (require('node:net').Socket)(),
  'repl.REPLServer': async () => aRepl(),
  'fs/promises.DisposableTempDir': async () => {
    const made = await fs.promises.mkdtempDisposable(path.join(os.tmpdir(), 'nacd-'));
    return closing(made, (folder) => folder.remove());
  },
  'worker_threads.LockManager': async () => worker_threads.locks,
  'v8.CPUProfileHandle': async () => profile('startCpuProfile'),
  'v8.HeapProfileHandle': async () => profile('startHeapProfile'),
  AsyncIterator: async () => (async function* empty() {})(),
  'fs.FSWatcher': async () => closing(fs.watch(os.tmpdir()), (watcher) => watcher.close()),
  'fs.StatWatcher': async () => closing(fs.watchFile(__filename, () => {}), () => fs.unwatchFile(__filename)),
  'fs/promises.FileHandle': async () => closing(await fs.promises.open(__filename), (handle) => handle.close()),
  'zlib.ZlibTransformInterface': async () => require('node:zlib').createGzip(),
  'process.StandardStream': async () => process.stdout,
  'crypto.Crypto': async () => require('node:crypto').webcrypto,
  'http2.Http2Session': ofHttp2(({ session }) => session),
  'http2.ClientHttp2Session': ofHttp2(({ session }) => session),
  'http2.ServerHttp2Session': ofHttp2(({ stream }) => stream.session),
  'http2.Http2Stream': ofHttp2(({ stream }) => stream),
  'http2.ServerHttp2Stream': ofHttp2(({ stream }) => stream),
  'http2.ClientHttp2Stream': ofHttp2(({ request }) => request),
  'http2.Http2Server': ofHttp2(({ server }) => server),
  'http2.Http2SecureServer': async () => http2.createSecureServer({}),
  // Exported, and with properties that only an instance has.
  'child_process.ChildProcess': async () => forked(),
  'cluster.Worker': async () => new (require('node:cluster').Worker)({ process: forked() }),
  'http.OutgoingMessage': async () => new (require('node:http').OutgoingMessage)(),
  'http.IncomingMessage': async () => new (require('node:http').IncomingMessage)(null),
  'worker_threads.MessageChannel': async () => new worker_threads.MessageChannel(),
};

function forked() {
  const child = child_process.fork(__filename, { silent: true, execArgv: ['-e', 'process.on("message", () => {})'] });
  return closing(child, () => child.kill());
}

// A process without a channel lacks these.
const channel = { send() {}, disconnect() {} };

function exportOf(found, classes) {
  const dot = found.moduleName.lastIndexOf('.');
  const inModule = dot > 0 && classes.has(found.moduleName.slice(0, dot));
  const module = found.module ?? (inModule ? found.moduleName.slice(0, dot) : found.moduleName);
  const path = found.exportPath ?? (inModule ? found.moduleName.slice(dot + 1) : '');
  const exports = require(module.startsWith('node:') ? module : `node:${module}`);
  const value = path ? exports[path] : exports;
  return path && typeof value === 'function' ? value.prototype : value;
}

async function sampleOf(found, classes, t) {
  const sample = await (instances[found.moduleName]?.(t) ?? exportOf(found, classes));
  return found.moduleName === 'process' ? Object.assign(Object.create(process), channel) : sample;
}

async function closeSamples() {
  for (const close of closers) await close();
}

module.exports = { sampleOf, closeSamples, WITHOUT_SAMPLE };
