'use strict';
// Nothing foreign reaches a medium as it came: adversarial titles, paths, outputs and statements through each writer,
// each way to print, and each message.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { before, test } = require('node:test');
const fc = require('fast-check');
fc.configureGlobal({ includeErrorInReport: true });
const { parseHTML } = require('linkedom');
const sax = require('sax');

const { cli } = require('../../../lib/cli/cli.js');
const { Progress } = require('../../../lib/cli/progress.js');
const { Status } = require('../../../lib/cli/status.js');
const { withSafeOutput } = require('../../../lib/cli/output.js');
const messages = require('../../../lib/messages/index.js');
const { forAnnotation, forComment, forTerminal } = require('../../../lib/shown/media.js');
const { learnFrom } = require('../../../lib/shown/secrets.js');
const { FORMATS } = require('../../../lib/writers/index.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const LIB = path.join(__dirname, '../../../lib');

// Characters that a medium would carry out or hide, and pieces of texts that make it do something.
const PIECES = [
  '\0', '\x07', '\x08', '\r', '\x1b', '\x1b[2J', '\x1b]0;title\x07', '\x1b]8;;http://x\x07', '\x9b31m', '\x7f', '\u202e', '\u2066', '\u2028',
  '\ufeff', '\ud800', '\uffff', '\n', '\r\n', '\n::error::x', '::set-env name=A::b', '  ::error file=a::b', '##[error]x', '##vso[task.x]y',
  '##teamcity[x]', '%0A::error::x', ':', ',', '<script>alert(1)</script>', '</script>', ']]>', '<!--', '&amp;', '"', '\'', '`', '${x}', '*/',
  '👩‍👩‍👧', 'ü', 'a', 'title', ' ',
];
const SECRET = 'papaya73';
const hostile = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 12 })
  .map((pieces) => `${pieces.join('')} password=${SECRET} `);

const CONTROL = /(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}|\p{Cs}/u;
const WORKFLOW = /^\s*::[^\n]*::|##\[|##vso\[|##teamcity\[/m;

function assertPlain(text, where) {
  assert.doesNotMatch(text, CONTROL, where);
  assert.ok(!text.includes(SECRET), `${where} shows a secret`);
}

function assertTerminal(text, where) {
  assertPlain(text, where);
  assert.doesNotMatch(text, WORKFLOW, where);
}

const CHECKS = {
  html(text) {
    assertPlain(text, 'HTML');
    const { document } = parseHTML(text);
    assert.ok([...document.querySelectorAll('script')].every((one) => one.id === 'data' || one.textContent.includes('use strict')
      || one.textContent.length > 1000));
    assert.equal(text.match(/<script[ >]/g)?.length ?? 0, document.querySelectorAll('script').length);
    const data = document.querySelector('#data');
    if (data) assertPlain(JSON.stringify(JSON.parse(data.textContent)), 'data of HTML');
  },
  junit(text) {
    assertPlain(text, 'XML');
    const parser = sax.parser(true);
    parser.onerror = (error) => assert.fail(error.message);
    parser.write(text).close();
  },
  github(text) {
    for (const line of text.split('\n').filter(Boolean)) assert.match(line, /^::error (?:file=[^:,]*,line=\d+,col=\d+,)?title=[^:,]*::/);
    assertPlain(text, 'annotations');
    assert.doesNotMatch(text, /##\[|##vso\[|##teamcity\[/);
  },
};
const asJson = (text) => {
  JSON.parse(text);
  assertPlain(text, 'JSON');
};
const checkOf = (format) => CHECKS[format] ?? asJson;

let campaign;
let schedule;

before(async () => {
  const folder = makeFolder({ after: (action) => process.on('exit', action) }, 'race.js');
  await nacd(['run', '--quiet', '--seed', '1', '--', 'node', 'race.js'], { cwd: folder });
  await nacd(['minimize', '--quiet'], { cwd: folder });
  campaign = readJson(folder, '.nacd/campaign.json');
  const [name] = fs.readdirSync(path.join(folder, '.nacd/failures'));
  schedule = readJson(folder, '.nacd/failures', name);
});

// One event of each kind, with the hostile text in each place that a program decides.
function eventsWith(text, folder) {
  const { race, rate } = schedule;
  const place = { ...race.delayed.place, file: `${text}.js` };
  const raced = (one) => ({ ...one, name: `fs.stat(${text})@a.js:1:1#1`, api: text, site: `${text}:1:1`, place, source: [{ line: 1, text }] });
  const operation = {
    name: `fs.stat(${text})@a.js:1:1#1`, phase: 'callback', site: `${text}:1:1`, api: 'fs.stat', line: 1, t: 2, delay: 1,
  };
  const runs = [{ ...operation, line: 2 }];
  const traces = [{ header: { pid: 1, thread: 0, argv: [text] }, operations: [operation], runs, cancels: [] }];
  const [group] = campaign.failures;
  const failure = { ...group, title: text };
  const own = { ...campaign, command: ['node', text, '--password', SECRET], failures: [failure] };
  const run = { ...campaign.runs[0], titles: [text] };
  const about = { failure, run, folder, file: `${text}.json`, rate, timelines: () => ({ failing: traces, passing: traces }) };
  return [
    { type: 'failure', ...about, campaign: own, race: { ...race, delayed: raced(race.delayed), overtaker: raced(race.overtaker) } },
    { type: 'failure', ...about, campaign: own, race: undefined },
    { type: 'end', campaign: own },
  ];
}

test('each format of a campaign, with any text of the program', (t) => {
  const folder = makeFolder(t);
  fc.assert(fc.property(hostile, (text) => {
    for (const name of ['stdout', 'stderr']) fs.writeFileSync(path.join(folder, name), `Error: ${text}\n    at ${text}.js:1:1\n`);
    for (const [name, { make }] of Object.entries(FORMATS)) {
      const writer = make();
      checkOf(name)(eventsWith(text, folder).map((event) => writer(event)).join(''));
    }
  }), { numRuns: 25 });
});

function raceWith(text) {
  const handler = `POST /${text}`;
  const operation = (who) => ({ who, verb: 'update', statement: `UPDATE a SET b = '${text}'`, site: `${text}:1:11`, api: 'pg', failed: text });
  const order = [operation('A'), operation('B')];
  return {
    id: '1f03aa', title: text, verdict: 'race', loss: { kind: 'double use' }, agree: 5, of: 5, runs: 9, logged: [text],
    handlers: { A: handler, B: handler }, from: { A: `${text}:7:31` }, table: text, store: `postgres://h/${text}`, transaction: text,
    pattern: 'P1', windows: { A: { handler, operations: order }, B: { handler, operations: order } }, order, operations: order,
    state: [{ table: text, forced: [text], AB: [], BA: [] }], keys: { [text]: [text] },
    statuses: { forced: { A: 200, B: 200 }, AB: { A: 200, B: 409 }, BA: { A: 409, B: 200 } },
    bodies: { forced: { A: { text } }, AB: { A: text }, BA: {} }, file: `${text}.json`,
    sequence: { lanes: [text], steps: [{ kind: 'operation', who: 'A', lane: text, at: 1, text, site: text },
      { kind: 'message', who: 'A', from: text, to: text, sent: 1, at: 2, text }] },
  };
}

test('each format of request races, with any text of requests, statements and answers', () => {
  fc.assert(fc.property(hostile, (text) => {
    const race = raceWith(text);
    const other = { id: 'a', verdict: 'unrepeatable', reason: 'error', details: { problem: text }, handlers: race.handlers, table: text };
    const report = {
      command: ['sh', '-c', text], races: [race], others: [other], counts: {}, covered: 0, left: 0, runs: 9, ms: 1, interrupted: false,
    };
    for (const [name, { ofRaces }] of Object.entries(FORMATS)) if (ofRaces) checkOf(name)(ofRaces(report));
    assertTerminal(forTerminal(messages.requestRaceBlock(race, { file: race.file })), 'terminal');
  }), { numRuns: 25 });
});

const collected = () => {
  const written = [];
  return { written, stream: { write: (text) => written.push(text), columns: 80, isTTY: true } };
};

test('all that a verb prints, also above a line of progress', () => {
  fc.assert(fc.property(hostile, (text) => {
    for (const print of [
      (io) => io.stdout.write(text),
      (io) => io.stderr.write(`${messages.cannotWrite(text, { message: text })}\n`),
      (io) => new Progress(io.stdout).print(text),
      (io) => new Status(io.stdout).print(text),
      (io) => new Status(io.stdout).show(text),
    ]) {
      const { written, stream } = collected();
      print(withSafeOutput({ stdout: stream, stderr: stream }));
      assertTerminal(written.filter((one) => one !== '\r\x1b[K').join(''), 'output');
    }
    const [line, ...more] = forAnnotation({ place: { file: text, line: 1, column: 2 }, title: text, text }).toString().split('\n');
    assert.deepEqual(more, ['']);
    CHECKS.github(line);
    assert.doesNotMatch(forComment(text), /[\r\n\u2028]/);
  }), { numRuns: 300 });
});

// The texts of machines come out of Redis, where everybody with its password can write.
test('each message, with any text in each of its places', () => {
  const names = Object.entries(messages).filter(([, make]) => typeof make === 'function');
  assert.ok(names.length > 150);
  let made = 0;
  learnFrom('--password mangosteen99');
  fc.assert(fc.property(hostile, (given) => {
    const text = given.replace(`password=${SECRET}`, 'mangosteen99');
    const odd = new Proxy(() => text, {
      get: (_, key) => (key === Symbol.toPrimitive || key === 'toString' || key === 'toJSON' ? () => text : text),
    });
    for (const [, make] of names) {
      for (const argument of [text, odd]) {
        let line;
        try {
          line = make(argument, argument, argument);
        } catch {
          continue; // it takes something else
        }
        made++;
        const shown = forTerminal([line].flat().join('\n'));
        assertTerminal(shown, make.name);
        assert.ok(!shown.includes('mangosteen99'), make.name);
      }
    }
  }), { numRuns: 4 });
  assert.ok(made > 1000, `${made} messages were made`);
});

test('what the command line itself is given comes back as plain text', async () => {
  const { written, stream } = collected();
  const io = { stdout: stream, stderr: stream, env: {}, cwd: LIB, signal: new AbortController().signal };
  for (const word of ['\x1b[2J', '\n::error::x', '--password=papaya73', '\u202e']) {
    assert.equal(await cli([word], io), 2);
    assert.equal(await cli(['run', word, '--', 'x'], io), 2);
  }
  assertTerminal(written.join(''), 'command line');
});

test('a campaign prints the output of its program as plain text, and only its own annotations', async (t) => {
  const folder = makeFolder(t);
  fs.writeFileSync(path.join(folder, 'a.js'), [
    'console.log("\\x1b[2Jhello\\n::error::forged\\n##[error]forged\\npassword=papaya73 card 4242424242424242");',
    'const fs = require("fs"); let done = false; fs.stat(__filename, () => { done = true; });',
    'setTimeout(() => { if (!done) throw new Error("\\u202elate \\x1b]0;x\\x07 token=papaya73"); }, 20);',
  ].join('\n'));
  const { stdout } = await nacd(['run', '--seed', '1', '--', 'node', 'a.js', '--password', 'papaya73'], { cwd: folder, env: { GITHUB_ACTIONS: 'true' } });
  const lines = stdout.split('\n');
  const own = lines.filter((line) => line.startsWith('::error '));
  assert.equal(own.length, 1, stdout);
  CHECKS.github(own[0]);
  assertTerminal(lines.filter((line) => line !== own[0]).join('\n'), 'log');
  assert.ok(!stdout.includes('4242424242424242'));
  assert.match(stdout, /hello/);
});

// Only these write to a stream or make text safe by themselves.
test('no verb and no writer has a way around', () => {
  const files = fs.readdirSync(LIB, { recursive: true }).filter((name) => name.endsWith('.js'));
  const having = (pattern, folders) => files.filter((name) => folders.some((folder) => name.startsWith(folder))
    && pattern.test(fs.readFileSync(path.join(LIB, name), 'utf8')));
  const tool = ['api', 'campaign', 'cli', 'files', 'messages', 'minimize', 'queue', 'requests', 'writers'];
  const direct = /process\.(?:stdout|stderr)\b|^[^/]*console\.|_rawDebug|writeSync\([12]\b/m;
  const isOfProgram = (name) => /^(?:gates|preload|shown)\//.test(name);
  assert.deepEqual(having(direct, ['']).filter((name) => !isOfProgram(name)), ['cli/main.js']);
  assert.deepEqual(having(/madeOfSafe\(/, tool), ['cli/verbs/report.js']);
  // In a program under test; the preload's own line has a number in it, and nothing foreign.
  const own = having(/writeSync\([12]\b|console\.error|_rawDebug/, ['gates', 'preload', 'shown']);
  // find.js is a process of its own, whose output the tool reads.
  const known = ['preload/install.js', 'preload/requests/find.js', 'preload/start.js', 'shown/standard-error.js'];
  assert.deepEqual(own.sort(), known);
  assert.equal(fs.readFileSync(path.join(LIB, 'preload', 'start.js'), 'utf8').split('_rawDebug').length, 2);
  assert.equal(fs.readFileSync(path.join(LIB, 'preload', 'install.js'), 'utf8').split('writeSync(2').length, 2);
  assert.deepEqual(having(/escape-html/, tool), []);
  assert.deepEqual(having(/JSON\.stringify/, ['writers']), ['writers/html/drawn.js', 'writers/html/requests.js']);
});
