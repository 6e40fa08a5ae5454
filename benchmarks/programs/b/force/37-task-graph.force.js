require('./_f.cjs');
// Runs tasks that depend on each other; the state is saved whenever nothing is left to do.
// The module comes first, its test at the end.
const { EventEmitter, once } = require('events');
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');
/* force */ __late(fs, 'writeFile', { nth: 1, before: 350 });

class TaskGraph extends EventEmitter {
  constructor(stateFile) {
    super();
    this.stateFile = stateFile;
    this.tasks = new Map();
    this.running = new Set();
    this.finishing = false;
  }

  add(name, dependencies, fn) {
    if (this.tasks.has(name)) throw new Error(`task ${name} exists`);
    for (const d of dependencies) {
      if (!this.tasks.has(d)) throw new Error(`${name} depends on ${d}, which does not exist`);
    }
    this.tasks.set(name, { name, dependencies, fn, state: 'waiting' });
    this.schedule();
    return this;
  }

  runnable() {
    return [...this.tasks.values()].filter((task) => (
      task.state === 'waiting' && task.dependencies.every((d) => this.tasks.get(d).state === 'done')
    ));
  }

  schedule() {
    if (this.finishing) return; // finish() looks again
    for (const task of this.runnable()) this.run(task);
    if (!this.running.size && ![...this.tasks.values()].some((t) => t.state === 'waiting')) {
      this.finishing = true;
      this.finish().catch((err) => this.emit('error', err));
    }
  }

  async run(task) {
    task.state = 'running';
    this.running.add(task.name);
    try {
      task.result = await task.fn();
      task.state = 'done';
    } catch (err) {
      task.state = 'failed';
      this.emit('failed', task.name, err);
    }
    this.running.delete(task.name);
    this.schedule();
  }

  async finish() {
    await fs.writeFile(this.stateFile, JSON.stringify(this.results()));
    this.finishing = false;
    this.emit('idle');
  }

  results() {
    return Object.fromEntries([...this.tasks.values()].map((t) => [t.name, t.result ?? t.state]));
  }
}

async function test() {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'tasks-'));
  const graph = new TaskGraph(path.join(dir, 'state.json'));
  const size = async () => (await fs.stat(__filename)).size;
  const names = async () => (await fs.readdir(dir)).length;

  let idle = 0;
  graph.on('idle', () => idle++);
  graph.add('size', [], size);
  graph.add('names', ['size'], names);

  // somebody asks for a report a little later
  await new Promise((r) => setTimeout(r, 150));
  graph.add('report', ['size', 'names'], async () => {
    const text = await fs.readFile(__filename, 'utf8');
    return text.split('\n').length;
  });
  const giveUp = setTimeout(() => graph.emit('idle'), 1500);
  await once(graph, 'idle');
  if (graph.results().report === 'waiting') await once(graph, 'idle');
  clearTimeout(giveUp);

  const { report, size: bytes } = graph.results();
  assert.ok(report > 50, `report is ${report}`);
  assert.ok(bytes > report);
  assert.strictEqual(idle, 2);
  await fs.rm(dir, { recursive: true });
}

test();
