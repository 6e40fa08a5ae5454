'use strict';
// Locks a folder for one process. Process ids mean nothing to another container or host that shares the folder, so the
// owner also changes the time of the lock's file again and again.
const crypto = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const { setTimeout: sleep } = require('node:timers/promises');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { isThere, statOf } = require('../trace/alive.js');
const { writing } = require('./disk.js');

const BEAT_MS = 2000;
const RETRY_MS = 50;
const SILENCE_MS = 20_000; // an owner reads long traces without a beat
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

function textOf(read) {
  try {
    return read();
  } catch {
    return undefined; // not Linux, or it does not exist
  }
}

// Process ids are comparable among processes of one boot and one pid namespace.
function realm() {
  const boot = textOf(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
  const namespace = textOf(() => fs.readlinkSync('/proc/self/ns/pid'));
  return `${os.hostname()} ${boot} ${namespace}`;
}

// Tells a process from a later one with the same id.
const bornAt = (pid) => statOf(pid)[19];

// Undefined: the system does not tell when a process began, and another one may have got its id.
function isAlive({ pid, born }) {
  if (!isThere(pid)) return false;
  if (born === undefined) return pid === process.pid || undefined;
  return born === bornAt(pid);
}

/** Returns the owner that a lock's file names, with `token` and `beat`; undefined without a file. */
function ownerOf(file) {
  const text = textOf(() => fs.readFileSync(file, 'utf8'));
  const beat = textOf(() => fs.statSync(file).mtimeMs);
  if (text === undefined || beat === undefined) return undefined;
  const owner = textOf(() => JSON.parse(text)) ?? {};
  const elsewhere = owner.host === os.hostname() ? undefined : owner.host;
  return { token: text, beat, pid: owner.pid, elsewhere, born: owner.born, realm: owner.realm };
}

// Undefined: it cannot be known at once.
function knownAlive(owner) {
  return owner.realm === realm() && Number.isInteger(owner.pid) ? isAlive(owner) : undefined;
}

/** Returns whether a lock is held, as far as that can be said at once. */
function isHeld(file) {
  const owner = ownerOf(file);
  if (!owner) return false;
  return knownAlive(owner) ?? Date.now() - owner.beat < 3 * SILENCE_MS;
}

// Watches for a beat. The clocks of two hosts differ, so only changes count.
async function isSilent(file, owner, { silence, signal }) {
  for (const end = performance.now() + silence; performance.now() < end;) {
    await sleep(Math.min(200, silence), undefined, { signal }).catch(() => undefined);
    const now = ownerOf(file);
    if (signal?.aborted || now?.token !== owner.token || now.beat !== owner.beat) return false;
  }
  return true;
}

// Removes the lock of an owner that has ended. If another process has taken it meanwhile, that one's is put back.
function removeStale(file, owner, draft) {
  try {
    fs.renameSync(file, draft);
    const text = fs.readFileSync(draft, 'utf8');
    if (text !== owner.token) create(file, text, draft);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

// Makes the file with its content at once. Some file systems have no links.
function create(file, token, draft) {
  try {
    fs.writeFileSync(draft, token, { mode: 0o600 });
    fs.linkSync(draft, file);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK'].includes(error.code)) throw error;
    return createAlone(file, token);
  } finally {
    fs.rmSync(draft, { force: true });
  }
  return true;
}

function createAlone(file, token) {
  try {
    fs.writeFileSync(file, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

class Lock {
  #file;
  #token;
  #timer;
  #release = () => this.release();

  constructor(file, token) {
    this.#file = file;
    this.#token = token;
    this.#timer = setInterval(() => this.#beat(), BEAT_MS);
    this.#timer.unref();
    process.on('exit', this.#release);
  }

  // A file that is not there, or cannot be read now, may be there at the next beat.
  #beat() {
    const now = new Date();
    if (this.#read().isAnothers) clearInterval(this.#timer);
    else textOf(() => fs.utimesSync(this.#file, now, now));
  }

  #read() {
    try {
      return { isAnothers: fs.readFileSync(this.#file, 'utf8') !== this.#token };
    } catch (error) {
      return { isAnothers: false, isGone: error.code === 'ENOENT' };
    }
  }

  /** True if another process has taken the lock, because this one was stopped for long, or somebody has deleted it. */
  isLost() {
    // For a moment it is not there when another process puts it back (removeStale).
    for (let tries = 0; tries < 3 && this.#read().isGone; tries++) Atomics.wait(PAUSE, 0, 0, RETRY_MS);
    const { isAnothers, isGone } = this.#read();
    return isAnothers || isGone === true;
  }

  /** Calls `prepare`, and releases the lock if that throws. Returns the lock. */
  keptAfter(prepare) {
    try {
      prepare();
      return this;
    } catch (error) {
      this.release();
      throw error;
    }
  }

  release() {
    clearInterval(this.#timer);
    process.off('exit', this.#release);
    const { isAnothers, isGone } = this.#read();
    if (!isAnothers && !isGone) fs.rmSync(this.#file, { force: true });
  }
}

/**
 * Takes the lock `file`. Resolves to {lock}, or to {owner} if another process has it. An owner of which nothing can be
 * known is watched for `silence` milliseconds; with 0 it counts as alive.
 */
async function takeLock(file, { silence = SILENCE_MS, signal } = {}) {
  const draft = `${file}.${crypto.randomUUID()}`;
  const about = { pid: process.pid, host: os.hostname(), born: bornAt(process.pid), realm: realm() };
  const token = JSON.stringify({ ...about, id: crypto.randomUUID() });
  for (let tries = 0; ; tries++) {
    if (writing(file, () => create(file, token, draft))) return { lock: new Lock(file, token) };
    const owner = ownerOf(file);
    if (!owner) {
      // Released in between, or unreadable: then each try finds it again.
      if (tries > 10) throw new UserError(messages.lockUnreadable(file));
      await sleep(RETRY_MS);
      continue;
    }
    const gone = knownAlive(owner) === false || (silence > 0 && knownAlive(owner) === undefined
      && await isSilent(file, owner, { silence, signal }));
    if (!gone || tries > 10) return { owner };
    writing(file, () => removeStale(file, owner, draft));
  }
}

module.exports = { takeLock, isHeld };
