'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { before, test } = require('node:test');
const sax = require('sax');

const { FIXTURES, makeFolder, nacd, readJson } = require('../../support/cli.js');

// One campaign serves all formats. Its title has characters that XML, HTML and workflow commands must escape.
const TITLE = 'Error: <b>"50%" & \\u0007 late</b>';
let cwd;

before(async (t) => {
  cwd = makeFolder({ after: (action) => process.on('exit', action) }, 'race.js');
  const file = path.join(cwd, 'race.js');
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, text.replace("'the file was not looked at yet'", `'${TITLE.slice(7)}'`));
  await nacd(['run', '--quiet', '--seed', '1', '--', 'node', 'race.js'], { cwd });
  await nacd(['minimize', '--quiet'], { cwd });
});

async function report(...args) {
  const { status, stdout, stderr } = await nacd(['report', ...args, '-o', '-'], { cwd });
  assert.equal(stderr, '');
  assert.equal(status, 0);
  return stdout;
}

test('JSON has the campaign, the failure and the race', async () => {
  const { failures, runs, format } = JSON.parse(await report('--format', 'json'));
  assert.equal(format, 1);
  assert.equal(runs.length, 1);
  assert.equal(failures[0].race.delayed.place.line, 6);
  assert.equal(failures[0].race.overtaker.place.line, 11);
});

test('SARIF is valid by the published schema and has both lines', async () => {
  const sarif = JSON.parse(await report('--format', 'sarif'));
  const Ajv = require('ajv');
  const ajv = new Ajv({ strict: false, schemaId: 'id' });
  require('ajv-formats')(ajv);
  const { $schema, id, $id, ...schema } = readJson(FIXTURES, 'sarif-schema-2.1.0.json');
  const validate = ajv.compile(schema);
  assert.ok(validate(sarif), JSON.stringify(validate.errors));
  assert.ok(!validate({ ...sarif, version: '2.0.0' }), 'the schema is in force');
  const [result] = sarif.runs[0].results;
  assert.equal(result.locations[0].physicalLocation.artifactLocation.uri, 'race.js');
  assert.equal(result.locations[0].physicalLocation.region.startLine, 6);
  assert.equal(result.relatedLocations[0].physicalLocation.region.startLine, 11);
});

// GitHub refuses the whole file if a result has no location.
test('SARIF of a failure that was not minimized has the place that its message names', async (t) => {
  const folder = makeFolder(t, 'race.js');
  await nacd(['run', '--seed', '1', '--quiet', '--', 'node', 'race.js'], { cwd: folder });
  const places = async () => {
    const { stdout } = await nacd(['report', '--format', 'sarif', '-o', '-'], { cwd: folder });
    const [{ locations }] = JSON.parse(stdout).runs[0].results;
    return locations.map(({ physicalLocation: at }) => [at.artifactLocation.uri, at.region.startLine]);
  };
  assert.deepEqual(await places(), [['race.js', 12]]);
  fs.rmSync(path.join(folder, '.nacd/runs'), { recursive: true });
  assert.deepEqual(await places(), [['package.json', 1]]);
});

test('JUnit XML is well-formed with any text of the program', async () => {
  const xml = await report('--format', 'junit');
  const names = [];
  const parser = sax.parser(true);
  parser.onerror = (error) => assert.fail(error.message);
  parser.onopentag = ({ name, attributes }) => name === 'testcase' && names.push(attributes.name);
  parser.write(xml).close();
  assert.match(names[0], /^Error: <b>"50%" & /);
  assert.match(xml, /tests="1" failures="1" errors="0"/);
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(xml, /\u0007/);
});

test('annotations are one line each, at the delayed operation', async () => {
  const text = await report('--format', 'github');
  assert.equal(text.split('\n').length, 2);
  assert.match(text, /^::error file=race\.js,line=6,col=4,title=race%3A Error%3A <b>"50%25" & /);
});

test('the Chrome trace has both runs, lanes and the delay', async () => {
  const { traceEvents } = JSON.parse(await report('--format', 'chrome'));
  const named = traceEvents.filter(({ ph }) => ph === 'M').map(({ args }) => args.name);
  assert.ok(named.some((name) => name.startsWith('failing: ')) && named.some((name) => name.startsWith('passing: ')));
  assert.ok(named.includes('files') && named.includes('timers'));
  assert.ok(traceEvents.some(({ args }) => args.delay > 0));
});

test('HTML is one file, and no text of the program becomes markup', async () => {
  const { status, stdout } = await nacd(['report'], { cwd });
  assert.equal(status, 0);
  assert.equal(stdout, 'report: .nacd/report.html\n');
  const html = fs.readFileSync(path.join(cwd, '.nacd/report.html'), 'utf8');
  assert.doesNotMatch(html, /<b>|https?:(?!\/\/www\.w3\.org\/2000\/svg)|<link|src=/);
  assert.match(html, /&lt;b&gt;/);
});

test('the folder of the results is that of the other verbs: --out, NACD_OUT or the configuration', async (t) => {
  const folder = makeFolder(t);
  fs.cpSync(path.join(cwd, '.nacd'), path.join(folder, 'given'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'nacd.config.json'), '{"out": "given"}');
  assert.equal((await nacd(['report'], { cwd: folder })).stdout, 'report: given/report.html\n');
  assert.match((await nacd(['report', '--out', 'none'], { cwd: folder })).stderr, /none contains no results/);
  assert.match((await nacd(['report'], { cwd: folder, env: { NACD_OUT: 'none' } })).stderr, /none contains no results/);
});

test('a wrong format and a folder without results: status 2', async () => {
  assert.match((await nacd(['report', '--format', 'pdf'], { cwd })).stderr, /--format=pdf is not valid: allowed is one of html, json/);
  assert.match((await nacd(['report', 'elsewhere'], { cwd })).stderr, /elsewhere contains no results/);
});

test('GITHUB_ACTIONS: a campaign annotates by itself', async (t) => {
  const folder = makeFolder(t, 'race.js');
  const { stdout } = await nacd(['run', '--seed', '1', '--', 'node', 'race.js'], { cwd: folder, env: { GITHUB_ACTIONS: 'true' } });
  assert.match(stdout, /^::error title=failure%3A Error%3A the file was not looked at yet::failed 1 of 1/m);
});
