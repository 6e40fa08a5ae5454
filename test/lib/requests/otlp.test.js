'use strict';
// Files of OTLP, which services in other languages write. The bytes are those of OpenTelemetry's own serializers.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { test } = require('node:test');
const { readSpans } = require('../../../lib/requests/otlp/read.js');
const { makeFolder, nacd } = require('../../support/cli.js');
const { installed } = require('../../support/installed.js');

const PACKAGES = { '@opentelemetry/otlp-transformer': '0.223.0', '@opentelemetry/sdk-trace-base': '2.12.0' };
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const STORE = 'postgres://127.0.0.1:5432/shop';

// A Go service that looks at a train, called by the request of Node below.
function exported() {
  const load = createRequire(path.join(installed('requests-otlp', PACKAGES), 'x.js'));
  const { JsonTraceSerializer, ProtobufTraceSerializer } = load('@opentelemetry/otlp-transformer');
  const span = (spanId, kind, parent, attributes, start) => ({
    name: attributes['db.query.text'] ?? 'GET /train', kind, attributes, startTime: [1000, start],
    endTime: [1000, start + 1000], spanContext: () => ({ traceId: TRACE, spanId, traceFlags: 1 }),
    parentSpanContext: parent && { traceId: TRACE, spanId: parent }, status: { code: 0 }, events: [], links: [],
    resource: { attributes: { 'service.name': 'stock' } }, instrumentationScope: { name: 'x' },
    droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0, duration: [0, 1000], ended: true,
  });
  const taken = { 'http.request.method': 'GET', 'url.path': '/train', 'http.response.status_code': 200 };
  const spans = [
    span('00f067aa0ba902b7', 1, undefined, taken, 0),
    span('00f067aa0ba902b8', 2, '00f067aa0ba902b7', {
      'db.system.name': 'postgresql', 'db.query.text': 'SELECT seats FROM train WHERE id = ?', 'server.address': 'localhost',
      'server.port': 5432, 'db.namespace': 'shop', 'db.query.parameter.0': 'G7',
    }, 1000),
  ];
  const serialized = (serializer) => Buffer.from(serializer.serializeRequest(spans));
  return { json: serialized(JsonTraceSerializer), proto: serialized(ProtobufTraceSerializer) };
}

function write(folder, name, bytes) {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, bytes);
  return file;
}

test('JSON, Protocol Buffers and the files of a collector give the same spans', (t) => {
  const folder = makeFolder(t);
  const { json, proto } = exported();
  const size = Buffer.alloc(4);
  size.writeUInt32BE(proto.length);
  const spans = readSpans(write(folder, 'a', json));
  assert.deepEqual(spans.map(({ kind, parentSpanId, service }) => [kind, parentSpanId, service]), [
    ['SERVER', undefined, 'stock'], ['CLIENT', '00f067aa0ba902b7', 'stock'],
  ]);
  assert.deepEqual([spans[0].start, spans[1].attributes['server.port']], [1000000, 5432]);
  assert.deepEqual(readSpans(write(folder, 'b', proto)), spans);
  assert.deepEqual(readSpans(write(folder, 'c', Buffer.concat([size, proto, size, proto]))), [...spans, ...spans]);
  assert.deepEqual(readSpans(write(folder, 'd', Buffer.concat([json, Buffer.from('\n'), json]))), [...spans, ...spans]);
  assert.throws(() => readSpans(write(folder, 'e', proto.subarray(0, 50))), /nacd: --otlp=.*e is not valid: a field is cut; /);
  assert.throws(() => readSpans(write(folder, 'f', '{"x":1}')), /it has no "resourceSpans"/);
  const whole = (span) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
  assert.throws(() => readSpans(write(folder, 'h', whole({ name: { toString: 1 } }))), /a span\/name must be a text/);
  const late = json.toString().replace(/("startTimeUnixNano":"?)\d+/, '$1123456789012345678901234567890');
  assert.throws(() => readSpans(write(folder, 'g', late)), /123456789012345678901234567890 is not a time in nanoseconds/);
});

test('a service that is not Node takes part in the flow of its trace; what needs it is a candidate', async (t) => {
  const folder = makeFolder(t);
  const keys = { columns: ['id', 'seats'], primary: ['id'], unique: [['id']] };
  const lines = [
    { type: 'header', version: 1, started: '1970-01-01T00:16:39.000Z', argv: ['node', path.join(folder, 'main.js')], cwd: folder },
    { type: 'store', store: 1, name: STORE, dialect: 'postgres' },
    { type: 'schema', t: 0, store: 1, table: 'train', ...keys },
    { type: 'database', t: 0, store: 1, functions: [], views: [], isolation: 'read committed' },
    { type: 'request', t: 1, request: 1, flow: 'abcdefgh-1', method: 'POST', target: '/preserve', via: 'http',
      headers: ['traceparent', `00-${TRACE}-00f067aa0ba902b6-01`] },
    { type: 'operation', t: 1500, end: 1501, operation: 1, request: 1, store: 1, connection: 1, api: 'pg.Client.query', site: 'main.js:7:1',
      statement: 'UPDATE train SET seats = $1 WHERE id = $2', values: [0, 'G7'], rows: 1 },
    { type: 'response', t: 1600, request: 1, status: 200 },
  ];
  write(folder, '.nacd/requests/recorded/trace/recorded-1-0.ndjson', lines.map((line) => JSON.stringify(line)).join('\n'));
  write(folder, 'stock.pb', exported().proto);
  const { status, stdout, stderr } = await nacd(['requests', 'find', '--otlp', 'stock.pb'], { cwd: folder });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\w+ {2}P1 {2}POST \/preserve twice {2}train$/m);
  const found = fs.readFileSync(path.join(folder, '.nacd', 'requests', 'candidates.json'), 'utf8');
  const { candidates: [{ first }] } = JSON.parse(found);
  assert.deepEqual([first.traces, first.sites], [[1, 0], ['stock: SELECT seats FROM train WHERE id = ?', 'main.js:7:1']]);
  const proved = await nacd(['requests', 'prove', '--', 'node', '-e', '0'], { cwd: folder });
  assert.equal(proved.status, 0, proved.stderr);
  assert.match(proved.stdout, /^1 candidate of services that are not Node \(--otlp\): they cannot be held, .*$/m);
  assert.match(proved.stdout, /^no request race proved \(0 runs/m);
});

test('a recording may follow where files of OTLP were the first', async (t) => {
  const folder = makeFolder(t);
  write(folder, 'stock.json', '{"resourceSpans":[]}');
  await nacd(['requests', 'find', '--otlp', 'stock.json'], { cwd: folder });
  const { stderr } = await nacd(['requests', 'record', '--', 'node', '-e', '0'], { cwd: folder });
  assert.doesNotMatch(stderr, /not made by nacd/);
  assert.match(stderr, /no server/);
});
