// Results of plain runs, kept between invocations.
// File: <cache>/plain-<key>.ndjson, one {test, digest, outcome, ms} a line, appended as results come; the last line of
// a test counts. Appending makes it safe to stop the runner at any time and to go on later. A line whose digest is not
// that of the test's source is ignored. The first line says which suite, binary and version the key stands for.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';

export class PlainCache {
  #file;
  #entries = new Map();

  constructor(folder, identity) {
    const key = createHash('sha1').update(JSON.stringify(identity)).digest('hex').slice(0, 16);
    this.#file = path.join(folder, `plain-${key}.ndjson`);
    mkdirSync(folder, { recursive: true });
    if (existsSync(this.#file)) this.#read();
    else appendFileSync(this.#file, `${JSON.stringify({ format: 1, ...identity })}\n`);
  }

  get(test) {
    const entry = this.#entries.get(test.name);
    return entry?.digest === test.digest ? entry : undefined;
  }

  set(test, { outcome, ms }) {
    const entry = { test: test.name, digest: test.digest, outcome, ms };
    this.#entries.set(test.name, entry);
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
    return entry;
  }

  forget(tests) {
    for (const { name } of tests) this.#entries.delete(name);
  }

  #read() {
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      const entry = parseLine(line);
      if (entry?.test) this.#entries.set(entry.test, entry);
    }
  }
}

function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // A runner killed while it wrote leaves half a line.
  }
}
