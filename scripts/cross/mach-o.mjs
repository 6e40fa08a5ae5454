// Reads a library of macOS: its load commands, its undefined symbols and its signature.
import crypto from 'node:crypto';

const MAGIC_64 = 0xfeedfacf;
const CPUS = { 0x01000007: 'x64', 0x0100000c: 'arm64' };
const FILE_TYPES = { 6: 'dylib', 8: 'bundle' };
const LOAD_DYLIB = 0xc;
const ID_DYLIB = 0xd;
const SYMTAB = 0x2;
const CODE_SIGNATURE = 0x1d;
const BUILD_VERSION = 0x32;
const VERSION_MIN_MACOS = 0x24;
const N_EXT = 0x01;
const N_TYPE = 0x0e;
const DYNAMIC_LOOKUP = 0xfe; // in the place of a library's number

const textAt = (bytes, at) => bytes.toString('utf8', at, bytes.indexOf(0, at));
const versionAt = (bytes, at) => `${bytes.readUInt16LE(at + 2)}.${bytes[at + 1]}`;

function* commandsOf(bytes) {
  let at = 32;
  for (let left = bytes.readUInt32LE(16); left > 0; left--) {
    yield { kind: bytes.readUInt32LE(at) & 0x7fffffff, at };
    at += bytes.readUInt32LE(at + 4);
  }
}

// Returns the names of symbols that a library of `needs` has ('undefined'), that are looked up in the whole process
// ('lookedUp'), and that are for others ('exported').
function symbolsAt(bytes, at) {
  const [start, count, names] = [8, 12, 16].map((field) => bytes.readUInt32LE(at + field));
  const symbols = { undefined: [], lookedUp: [], exported: [] };
  for (let i = 0; i < count; i++) {
    const entry = start + 16 * i;
    const type = bytes[entry + 4];
    if (!(type & N_EXT)) continue;
    const name = textAt(bytes, names + bytes.readUInt32LE(entry)).replace(/^_/, '');
    const ofOthers = bytes[entry + 7] === DYNAMIC_LOOKUP ? 'lookedUp' : 'undefined';
    symbols[(type & N_TYPE) === 0 ? ofOthers : 'exported'].push(name);
  }
  return symbols;
}

const SUPER_BLOB = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
const ADHOC = 0x2;
const SHA256 = 2;

function directoryIn(bytes, start) {
  if (bytes.readUInt32BE(start) !== SUPER_BLOB) return undefined;
  for (let i = 0; i < bytes.readUInt32BE(start + 8); i++) {
    const blob = start + bytes.readUInt32BE(start + 16 + 8 * i);
    if (bytes.readUInt32BE(blob) === CODE_DIRECTORY) return blob;
  }
  return undefined;
}

// Returns {adhoc, pages, broken}: whether it is signed without a key, how many pages are, and how many of these have
// another hash than the signature says.
function signatureAt(bytes, at) {
  const directory = directoryIn(bytes, bytes.readUInt32LE(at + 8));
  if (directory === undefined) return undefined;
  const fields = [12, 16, 28, 32].map((field) => bytes.readUInt32BE(directory + field));
  const [flags, hashes, pages, limit] = fields;
  if (bytes[directory + 37] !== SHA256) return undefined;
  const [hashSize, pageSize] = [bytes[directory + 36], 1 << bytes[directory + 39]];
  let broken = 0;
  for (let i = 0; i < pages; i++) {
    const page = bytes.subarray(i * pageSize, Math.min((i + 1) * pageSize, limit));
    const slot = directory + hashes + i * hashSize;
    const isSame = crypto.createHash('sha256').update(page).digest().equals(bytes.subarray(slot, slot + hashSize));
    if (!isSame) broken++;
  }
  return { adhoc: (flags & ADHOC) !== 0, pages, broken };
}

/**
 * Returns what `bytes` of a library say: {cpu, type, name, needs, oldest, undefined, lookedUp, exported, signature}.
 * `name` is its install name, `needs` the libraries, `oldest` the oldest macOS.
 */
export function readMachO(bytes) {
  if (bytes.readUInt32LE(0) !== MAGIC_64) throw new Error('not a library of macOS for one CPU of 64 bits');
  const about = { cpu: CPUS[bytes.readUInt32LE(4)], type: FILE_TYPES[bytes.readUInt32LE(12)], needs: [] };
  for (const { kind, at } of commandsOf(bytes)) {
    if (kind === LOAD_DYLIB) about.needs.push(textAt(bytes, at + bytes.readUInt32LE(at + 8)));
    if (kind === ID_DYLIB) about.name = textAt(bytes, at + bytes.readUInt32LE(at + 8));
    if (kind === SYMTAB) Object.assign(about, symbolsAt(bytes, at));
    if (kind === CODE_SIGNATURE) about.signature = signatureAt(bytes, at);
    if (kind === VERSION_MIN_MACOS) about.oldest = versionAt(bytes, at + 8);
    if (kind === BUILD_VERSION) about.oldest = versionAt(bytes, at + 12);
  }
  return about;
}
