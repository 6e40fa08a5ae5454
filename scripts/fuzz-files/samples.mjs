// Valid samples of what the tool reads: results of real runs of two small programs, and files that others write.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure, root } from '../lib/run.mjs';

const MAIN = path.join(root, 'lib', 'cli', 'main.js');
const TRACE = '0af7651916cd43dd8448eb211c80319c';

function nacd(folder, args, expected) {
  const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
  if (status !== expected) throw new Failure(`nacd ${args.join(' ')}: status ${status} in the place of ${expected}: ${stderr}`);
}

const value = (text) => (typeof text === 'number' ? { intValue: String(text) } : { stringValue: text });
const attributes = (object) => Object.entries(object).map(([key, text]) => ({ key, value: value(text) }));
const span = (spanId, kind, start, more) => ({
  traceId: TRACE, spanId, name: 'span', kind, startTimeUnixNano: `${1_700_000_000_000 + start}000000`,
  endTimeUnixNano: `${1_700_000_000_001 + start}000000`, ...more,
});
const OTLP = {
  resourceSpans: [{
    resource: { attributes: attributes({ 'service.name': 'stock' }) },
    scopeSpans: [{
      spans: [
        span('00f067aa0ba902b7', 2, 0, { attributes: attributes({ 'http.request.method': 'GET', 'url.path': '/train', 'http.response.status_code': 200 }) }),
        span('00f067aa0ba902b8', 'SPAN_KIND_CLIENT', 1, {
          parentSpanId: '00f067aa0ba902b7',
          attributes: attributes({
            'db.system.name': 'postgresql', 'db.query.text': 'SELECT seats FROM train WHERE id = $1', 'server.address': 'localhost',
            'server.port': 5432, 'db.namespace': 'shop', 'db.query.parameter.0': 'G7',
          }),
        }),
      ],
    }],
  }],
};

// Field `number` of a message of Protocol Buffers; those of less than 128 bytes, as all here.
const field = (number, bytes) => Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
const message = (...fields) => Buffer.concat(fields.map(([number, bytes]) => field(number, Buffer.from(bytes))));
const text = (string) => message([1, string]);
const attribute = (key, string) => [9, message([1, key], [2, text(string)])];
const PROTOBUF = message([1, message(
  [2, message([2, Buffer.concat([
    message([1, Buffer.from(TRACE, 'hex')], [2, Buffer.from('00f067aa0ba902b7', 'hex')], [5, 'GET /t'], attribute('url.path', '/t')),
    Buffer.from([0x30, 2, 0x39, 0, 0, 100, 167, 179, 182, 224, 13, 0x41, 64, 66, 115, 167, 179, 182, 224, 13]),
  ])])],
)]);

// A recording as of an application with PostgreSQL.
const RECORDED = [
  { type: 'header', version: 1, started: '2023-11-14T22:13:20.000Z', argv: ['node', '/srv/main.js'], cwd: '/srv' },
  { type: 'store', store: 1, name: 'postgres://127.0.0.1:5432/shop', dialect: 'postgres', package: 'pg', version: '8.23.1' },
  { type: 'schema', t: 0, store: 1, table: 'train', columns: ['id', 'seats'], primary: ['id'], unique: [['id']] },
  { type: 'database', t: 0, store: 1, functions: [], triggers: [], views: [{ view: 'open', name: 'train' }], isolation: 'read committed' },
  { type: 'listen', t: 0, host: '127.0.0.1', port: 3000 },
  { type: 'text', text: 8, value: 'SELECT seats FROM train WHERE id = $1' },
  { type: 'request', t: 1, request: 1, flow: 'abcdefgh-1', method: 'POST', target: '/reserve?x=1', via: 'http', server: 'main.js:3:1', headers: ['traceparent', `00-${TRACE}-00f067aa0ba902b6-01`] },
  { type: 'body', t: 1, request: 1, body: '{"id":"G7"}' },
  { type: 'operation', t: 2, end: 3, operation: 1, request: 1, store: 1, connection: 1, api: 'pg.Client.query', site: 'main.js:6:1', statement: 8, values: ['G7'], rows: 1 },
  { type: 'operation', t: 4, end: 5, operation: 2, request: 1, store: 1, connection: 1, api: 'pg.Client.query', site: 'main.js:7:1', statement: 'UPDATE train SET seats = $1 WHERE id = $2', values: [0, 'G7'], rows: 1 },
  { type: 'wait', t: 5, end: 6, operation: 3, request: 1, store: 1, api: 'timers/promises.setTimeout', site: 'main.js:8:1', statement: 8 },
  { type: 'message', t: 6, request: 1, how: 'send', queue: 'mail', id: '17' },
  { type: 'message', t: 7, request: 1, how: 'done', queue: 'mail', id: '17' },
  { type: 'consumer', t: 6, group: 'bullmq mail' },
  { type: 'leftOut', t: 6, method: 'POST', target: '/reserve', count: 2 },
  { type: 'unreached', t: 6, host: '127.0.0.1', port: 6379, code: 'ECONNREFUSED' },
  { type: 'response', t: 8, request: 1, status: 200, head: 'HTTP/1.1 200 OK\r\nset-cookie: a=b\r\n\r\n', handler: '/reserve', body: '{"ok":true}' },
  { type: 'request', t: 11, request: 2, flow: 'abcdefgh-2', method: 'POST', target: '/reserve', via: 'http', headers: ['host', '127.0.0.1'] },
  { type: 'operation', t: 12, end: 13, operation: 4, request: 2, store: 1, connection: 1, api: 'pg.Client.query', site: 'main.js:6:1', statement: 8, values: ['G7'], rows: 1 },
  { type: 'operation', t: 14, end: 15, operation: 5, request: 2, store: 1, connection: 1, api: 'pg.Client.query', site: 'main.js:7:1', statement: 'UPDATE train SET seats = $1 WHERE id = $2', values: [1, 'G7'], rows: 1 },
  { type: 'response', t: 18, request: 2, status: 200, head: 'HTTP/1.1 200 OK\r\n\r\n', handler: '/reserve', body: '{"ok":true}' },
];

const TRAFFIC = [{ path: '/a' }, { method: 'POST', path: '/b', headers: { 'x-y': 'z' }, body: { n: 1 } }];
const HAR = { log: { entries: [{ request: { method: 'POST', url: 'http://127.0.0.1:1/x?y=1', headers: [{ name: 'a', value: 'b' }], postData: { text: '{}' } } }] } };
const CONFIG = {
  command: ['node', 'interval.cjs'], runs: 5, seed: 7, strategy: 'uniform', maxDelay: 20, datagrams: 'reorder', failOn: 'x', timers: true,
  modules: ['fs', '-net'], timeout: 5, jobs: 1, out: '.nacd', engine: 'api',
};
const GATED = { format: 1, options: {}, command: ['node', '-e', '0'], delays: [], gates: [{ order: ['a.js:1', 'b.js:2'] }, { hold: 'a.js:3', until: 'b.js:4' }, { barrier: 'c.js:5', count: 2 }] };

const write = (folder, name, content) => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, Buffer.isBuffer(content) || typeof content === 'string' ? content : JSON.stringify(content));
};

const failuresIn = (folder) => readdirSync(path.join(folder, 'failures')).map((name) => path.join(folder, 'failures', name));

/** Makes the samples in `folder`. Returns the names of the two failure files, {schedule, race}, relative to it. */
export function makeSamples(folder) {
  cpSync(path.join(root, 'scripts', 'fuzz-files', 'project'), folder, { recursive: true });
  nacd(folder, ['run', '--out', 'campaign', '-n', '3', '--seed', '3', '--', 'node', 'interval.cjs'], 1);
  nacd(folder, ['run', '--out', 'shard', '-n', '4', '--shard', '1/2', '--seed', '3', '--', 'node', '-e', 'setTimeout(() => {}, 1)'], 0);
  nacd(folder, ['requests', 'run', '--out', 'requests', '--', 'node', 'counter.cjs'], 1);
  write(folder, 'sql/requests/recorded/trace/recorded-1-0.ndjson', RECORDED.map((line) => JSON.stringify(line)).join('\n'));
  write(folder, 'requests/requests/recorded/servers.json', { ready: { 'counter.cjs': 1 }, all: { 'counter.cjs': 1 } });
  write(folder, 'requests/requests/recorded/unreached.json', [{ host: '127.0.0.1', port: 6379, code: 'ECONNREFUSED', main: 'counter.cjs' }]);
  write(folder, 'otlp.json', OTLP);
  write(folder, 'otlp.ndjson', [OTLP, OTLP].map((one) => JSON.stringify(one)).join('\n'));
  write(folder, 'otlp.pb', PROTOBUF);
  write(folder, 'traffic.json', TRAFFIC);
  write(folder, 'traffic.har', HAR);
  write(folder, 'config/nacd.config.json', CONFIG);
  write(folder, 'package/package.json', { name: 'x', scripts: { test: 'mocha' }, devDependencies: { mocha: '1' }, nacd: CONFIG });
  write(folder, 'gates.json', GATED);
  write(folder, 'invariant.sql', "SELECT 'broken' FROM train WHERE seats < 0");
  write(folder, 'invariant.cjs', "module.exports = () => 'broken';");
  const relative = (name) => path.relative(folder, failuresIn(path.join(folder, name))[0]);
  return { schedule: relative('campaign'), race: relative('requests') };
}
