// Counts instructions of a program with valgrind: a busy machine changes times, and not these.
// Memory management is counted apart, since it falls on some of the requests only.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const PARTS = ['cavenge', 'Mark[A-Zi]', 'ObjectCache', 'Heap::', 'heap::base', 'BodyDescriptor', 'Sweep', 'Evacuat',
  'RootVisitor', 'StringTableCleaner'];
const COLLECTOR = new RegExp(PARTS.join('|'));

/**
 * Returns the arguments of valgrind that run `node` with these arguments. What it counts will be in files that begin
 * with the path `out`.
 */
export function callgrindOf(out, node, args) {
  const tool = ['--tool=callgrind', '--instr-atstart=no', '--separate-threads=yes', `--callgrind-out-file=${out}`];
  // Under valgrind a program is so slow that V8 takes it for idle, and collects what it has learned of its objects.
  return [...tool, node, '--no-memory-reducer', ...args];
}

const control = (child, ...args) => execFileSync('callgrind_control', [...args, String(child.pid)], { stdio: 'ignore' });

/** Has what `child` does counted from now on. */
export const startCounting = (child) => control(child, '-i', 'on');

/** Has what was counted of `child` written. */
export const writeCounts = (child) => control(child, '-d');

// Costs of calls are those of their own lines already.
function countsIn(file) {
  const names = new Map();
  const sum = { program: 0, collector: 0 };
  let kind = 'program';
  let isCall = false;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, key, number, name] = /^(c?fn)=\((\d+)\)(?: (.*))?/.exec(line) ?? [];
    if (name !== undefined) names.set(number, name);
    if (key === 'fn') kind = COLLECTOR.test(names.get(number)) ? 'collector' : 'program';
    if (/^[\d+*-]/.test(line) && !isCall) sum[kind] += Number(line.split(' ')[1]);
    isCall = line.startsWith('calls=');
  }
  return sum;
}

/**
 * Returns {program, collector, others} of what ran between startCounting() and writeCounts(), when the program has
 * ended: the main thread's instructions, and those of V8's and libuv's threads.
 */
export function instructionsIn(out) {
  const folder = path.dirname(out);
  const main = `${path.basename(out)}.1-01`;
  const files = readdirSync(folder).filter((name) => name.startsWith(`${path.basename(out)}.1-`) && name !== main);
  const all = files.map((name) => countsIn(path.join(folder, name)));
  return { ...countsIn(`${out}.1-01`), others: all.reduce((sum, { program, collector }) => sum + program + collector, 0) };
}
