'use strict';
// Runs what docs/guide/ci.md says about several machines: the steps of GitHub Actions, the Job of Kubernetes with each
// index, and the array of Slurm with a real Slurm, if this machine has it.
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { test } = require('node:test');

const yaml = require('yaml');

const { MAIN, cleanEnv, makeFolder, readJson } = require('../support/cli.js');
const { missing, startSlurm } = require('../support/slurm.js');

const DOCS = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'guide', 'ci.md'), 'utf8');
const MANY = DOCS.slice(DOCS.indexOf('## Several machines'));
const RUNS = 8;

// Returns the block of lines after the paragraph that begins with `words`, with fewer runs.
function blockAfter(words) {
  const lines = MANY.slice(MANY.indexOf(`\n${words}`)).split('\n');
  const from = lines.findIndex((line) => line.startsWith('    '));
  const to = lines.findIndex((line, at) => at > from && line !== '' && !line.startsWith('    '));
  const text = lines.slice(from, to).map((line) => line.slice(4)).join('\n');
  assert.match(text, /npx nacd run -n [48]00 /);
  return text.replace(/ -n [48]00 /g, ` -n ${RUNS} `);
}

// A folder with a program, and programs "npx" and "npm" that start nacd and the program without npm's own second.
function project(t, program = 'steady.js') {
  const cwd = makeFolder(t, program);
  const bin = path.join(cwd, 'bin');
  fs.mkdirSync(bin);
  const script = (name, text) => fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  script('npx', `shift\nexec '${process.execPath}' '${MAIN}' "$@"`);
  script('npm', `[ "$1" = ci ] || exec '${process.execPath}' ${program}`);
  return { cwd, env: cleanEnv({ PATH: `${bin}:${process.env.PATH}`, NACD_MAX_DELAY: '10' }) };
}

function shell(command, { cwd, env }) {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', command], { cwd, env, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

// Each run of all parts has been made once, with a seed of its own.
function checkWhole(cwd) {
  const { state, runs } = readJson(cwd, '.nacd/campaign.json');
  assert.equal(state, 'done');
  assert.equal(runs.length, RUNS);
  assert.equal(new Set(runs.map(({ seed }) => seed)).size, RUNS);
}

test("GitHub Actions' matrix: its parts make all runs, and the last job joins them", (t) => {
  const { jobs } = yaml.parse(blockAfter('GitHub Actions:'));
  const here = project(t);
  const { part: parts } = jobs.races.strategy.matrix;
  const commands = (job) => job.steps.map(({ run }) => run).filter(Boolean);
  for (const part of parts) {
    for (const command of commands(jobs.races)) {
      const values = { 'github.run_number': 41, 'matrix.part': part };
      const { status, text } = shell(command.replace(/\$\{\{ ([\w.]+) \}\}/g, (_, name) => values[name]), here);
      assert.equal(status, 0, text);
    }
    // An artifact of one folder contains what is in it, and several are folders by their names.
    fs.cpSync(path.join(here.cwd, '.nacd'), path.join(here.cwd, 'parts', `nacd-${part}`), { recursive: true });
    fs.rmSync(path.join(here.cwd, '.nacd'), { recursive: true });
  }
  assert.equal(parts.length, 4);
  // merge ends with status 1 if a part found a failure, which is when the report is needed.
  assert.deepEqual(jobs.together.steps.filter(({ run }) => /report/.test(run)).map((step) => step.if), ['always()']);
  for (const command of commands(jobs.together)) {
    const { status, text } = shell(command, here);
    assert.equal(status, 0, text);
  }
  checkWhole(here.cwd);
  const uses = Object.values(jobs).flatMap(({ steps }) => steps.map(({ uses: action }) => action)).filter(Boolean);
  assert.ok(uses.every((action) => /^actions\/[\w-]+@v\d+$/.test(action)), uses.join());
});

test("Kubernetes' Indexed Job is one by the schema of batch/v1, and its command makes a part for each index", async (t) => {
  const job = yaml.parse(blockAfter('Kubernetes'));
  const { Job } = await import('kubernetes-models/batch/v1/Job');
  new Job(job).validate();
  const wrong = structuredClone(job);
  wrong.spec.completions = '8';
  assert.throws(() => new Job(wrong).validate(), /completions/);
  assert.ok(job.spec.completions === job.spec.parallelism && job.spec.completionMode === 'Indexed');
  const here = project(t);
  const [container] = job.spec.template.spec.containers;
  const [program, flag, command] = container.command;
  assert.deepEqual([program, flag], ['sh', '-c']);
  for (let index = 0; index < job.spec.completions; index++) {
    const env = { ...here.env, JOB_COMPLETION_INDEX: String(index) };
    const { status, text } = shell(command.replaceAll('/results/', 'results/'), { ...here, env });
    assert.equal(status, 0, text);
  }
  const { status, text } = shell('npx nacd merge results/* --out .nacd', here);
  assert.equal(status, 0, text);
  checkWhole(here.cwd);
});

// Task 3 waits in its first run with delays until the file "go" is there.
const WAITS = `
const fs = require('node:fs');
fs.access(__filename, () => {
  if (process.env.SLURM_ARRAY_TASK_ID !== '3' || process.env.NACD_MODE === 'never') return;
  fs.writeFileSync('began', '');
  const timer = setInterval(() => fs.existsSync('go') && clearInterval(timer), 20);
});
`;

test("Slurm's array: a task that is killed is missed by merge, and can be run again", { skip: missing() }, async (t) => {
  const slurm = await startSlurm(8);
  t.after(() => slurm.stop());
  const here = project(t);
  fs.writeFileSync(path.join(here.cwd, 'steady.js'), WAITS);
  fs.writeFileSync(path.join(here.cwd, 'races.sh'), blockAfter('Slurm'));
  const env = { ...slurm.env, ...here.env, SLURM_CONF: slurm.env.SLURM_CONF };
  const run = (command) => shell(command, { ...here, env });
  const left = () => run('squeue --noheader --array --format=%K').text.trim();
  const ended = async (list) => {
    for (let tries = 0; left() !== list; tries++) {
      assert.ok(tries < 600, `still there: ${run('squeue').text}`);
      await sleep(100);
    }
  };
  const logs = () => fs.readdirSync(here.cwd).filter((name) => name.startsWith('slurm-'))
    .map((name) => fs.readFileSync(path.join(here.cwd, name), 'utf8')).join('');
  const submit = (what) => {
    const { status, text } = run(`sbatch ${what}`);
    assert.equal(status, 0, text);
  };
  submit('races.sh');
  await ended('3');
  while (!fs.existsSync(path.join(here.cwd, 'began'))) await sleep(50);
  process.kill(readJson(here.cwd, 'results/3/campaign.json').pid, 'SIGKILL');
  await ended('');
  const without = run('npx nacd merge results/* --out .nacd');
  assert.equal(without.status, 2, without.text);
  assert.match(without.text, /the campaign was killed; results so far:\nno failure in 7 runs/, `${without.text}${logs()}`);
  fs.writeFileSync(path.join(here.cwd, 'go'), '');
  submit('--array=3 races.sh');
  await ended('');
  const whole = run('npx nacd merge results/* --out .nacd');
  assert.equal(whole.status, 0, whole.text);
  checkWhole(here.cwd);
});
