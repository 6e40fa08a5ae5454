'use strict';
// Decides whether proofs may write to what a program uses. A proof sends the requests again and again, so a store of
// production would get each payment ten times. docs/guide/request-races.md has the rules.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { linesLike, recordingsIn } = require('../served/listening.js');
const { isAddressHere, isHostHere, networksHere } = require('./hosts.js');
const { connectedBehind } = require('./tunnels.js');

const HTTP = 'http';

const placeOf = (text) => {
  const [, host, port] = /^(.*?)(?::(\d*))?$/.exec(text);
  return { host: host.replace(/^\[|\]$/g, ''), port: port ? Number(port) : undefined };
};

// "127.0.0.1", "::1" and "db", with their ports, of "postgres://127.0.0.1:5432/shop", "redis://::1:6379/0" and
// "memcached://db:1,db:2". A name of a Unix socket begins with a slash.
function placesOf(name) {
  const [, rest] = /^\w+:\/\/(.*)$/.exec(name) ?? [];
  if (rest === undefined || rest.startsWith('/')) return [];
  return rest.split('/')[0].split(',').map(placeOf).filter(({ host }) => host !== '');
}

function projectOf(cwd) {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, '.git'))) return folder;
    if (folder === path.dirname(folder)) return cwd;
  }
}

const real = (file) => {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
};

const isWithin = (file, folder) => file === folder || file.startsWith(folder + path.sep);

// A file of a database lies in the project, or in the folder for temporary files. The file itself may be a link.
function isFileHere(file, cwd) {
  const place = path.resolve(cwd, file);
  const whole = path.join(real(path.dirname(place)), path.basename(place));
  return [projectOf(cwd), cwd, os.tmpdir()].some((folder) => isWithin(real(whole), real(folder)));
}

const FILE = /^(?:sqlite:|pglite:\/\/)(?:file:(?:\/\/)?)?(.*)$/;
const MEMORY = /^(?:sqlite:memory:|pglite:\/\/memory(?::|$))/;

// Returns `name`, with what is known of it, if one of `places` is not here.
async function farAmong(name, places, options) {
  for (const { host, port } of places) {
    if (!await isHostHere(host, options)) return name;
    const address = options.behind(port).find((one) => !isAddressHere(one, options.networks));
    if (address !== undefined) return messages.behindTunnel({ name, port, address });
  }
  return undefined;
}

// Folders are those below the working directory or the temporary one.
async function farStore({ name, dialect, cwd }, options) {
  if (dialect === 'files' || MEMORY.test(name)) return undefined;
  const [, file] = FILE.exec(name) ?? [];
  if (file !== undefined) return isFileHere(file, cwd) ? undefined : name;
  return farAmong(name, placesOf(name), options);
}

const textOf = ({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);

const farPeers = async (peers, options) => (
  (await Promise.all(peers.map((peer) => farAmong(textOf(peer), [peer], options)))).filter(Boolean));

// A mock answers calls without a connection, and a proxy may stand between: so calls count only if there is some
// connection by HTTP that leaves this machine. That one is by HTTP may be known only after it is there.
async function farOthers({ peers, calls }, options) {
  const web = new Set(peers.filter(({ protocol }) => protocol === HTTP).map(textOf));
  const [asWeb, others] = [true, false].map((isWeb) => peers.filter((peer) => web.has(textOf(peer)) === isWeb));
  const far = await farPeers(others, options);
  if ((await farPeers(asWeb, options)).length === 0) return far;
  const writing = calls.filter(({ writes }) => writes);
  const called = await Promise.all(writing.map(({ host }) => farAmong(host, [placeOf(host)], options)));
  return [...far, ...called.filter(Boolean)];
}

const isLasting = ({ name, dialect }) => dialect !== undefined && !MEMORY.test(name);

/** Returns the stores of a recording (recorded.js) in which data may last: a folder that is only read is none. */
function lastingStores({ stores, operations, header = {} }) {
  const hasWritten = [...operations.values()].some(({ dialect, effects = [] }) => (
    dialect === 'files' && effects.some((effect) => effect.class !== 'R')));
  return [...stores.values()].filter((store) => isLasting(store) && (store.dialect !== 'files' || hasWritten))
    .map(({ name, dialect, production }) => ({ name, dialect, production, cwd: header.cwd }));
}

/**
 * Rejects with a UserError of a line each if the program uses something that is not on this machine, or a store with
 * NODE_ENV=production. `stores`: [{name, dialect, production, cwd}]. `peers`: [{host, port, protocol}], addresses that
 * it has connected to. `calls`: [{host, writes}], hosts that its requests call by HTTP. `anyStore`: the user has said
 * that proofs may write to all of them.
 */
async function demandNear({ stores = [], peers = [], calls = [] }, { anyStore, cwd = process.cwd(), options } = {}) {
  if (anyStore) return;
  const where = { networks: networksHere(), behind: connectedBehind(), ...options };
  const far = new Set();
  for (const store of stores) far.add(await farStore({ ...store, cwd: store.cwd ?? cwd }, where));
  far.delete(undefined);
  // A store that is named by its host needs no address.
  if (far.size === 0) for (const name of await farOthers({ peers, calls }, where)) far.add(name);
  const isOfProduction = ({ name, production }) => production && !MEMORY.test(name);
  const ofProduction = new Set(stores.filter(isOfProduction).map(({ name }) => name));
  const lines = [
    ...(far.size > 0 ? [messages.storesFar([...far].sort())] : []),
    ...(ofProduction.size > 0 ? [messages.storesOfProduction([...ofProduction].sort())] : []),
  ];
  if (lines.length > 0) throw new UserError(lines.join('\n'), EXIT.usage);
}

/**
 * demandNear() for the stores of recordings. `context` is a runner's: the program may have another environment by now
 * than when it was recorded.
 */
function demandNearIn(recordings, { cwd, env = {}, values: { anyStore } = {} }) {
  const isNow = env.NODE_ENV === 'production';
  const marked = (store) => ({ ...store, production: store.production || isNow });
  const stores = recordings.flatMap(lastingStores).map(marked);
  const of = (key) => recordings.flatMap((recording) => recording[key] ?? []);
  return demandNear({ stores, peers: of('peers'), calls: of('called') }, { anyStore, cwd });
}

/**
 * The same for a run of a proof with its files in `folder`, which may use other stores than the recording. `changed`:
 * {store: [table]}, what the requests of its plan change; folders that they only read do not count.
 */
async function demandNearAfter(folder, changed, { cwd, values: { anyStore } = {} }) {
  const trace = path.join(folder, 'trace');
  if (anyStore || !fs.existsSync(trace)) return;
  const all = recordingsIn(trace).map((name) => linesLike(trace, name, ['store', 'peer', 'called']));
  const isUsed = (store) => isLasting(store) && (store.dialect !== 'files' || changed[store.name]?.length > 0);
  const used = all.map(({ header, found }) => {
    const of = (type) => found.filter((line) => line.type === type);
    const stores = of('store').filter(isUsed).map((store) => ({ ...store, cwd: header.cwd }));
    return { stores, peers: of('peer'), calls: of('called') };
  });
  const of = (key) => used.flatMap((one) => one[key]);
  await demandNear({ stores: of('stores'), peers: of('peers'), calls: of('calls') }, { anyStore, cwd });
}

module.exports = { demandNear, demandNearAfter, demandNearIn, lastingStores };
