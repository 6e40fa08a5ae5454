'use strict';
// Decides whether proofs may write to what a program uses. A proof sends the requests again and again, so a store of
// production would get each payment ten times. docs/guide/request-races.md has the rules.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { linesLike, recordingsIn } = require('../served/listening.js');
const { isAddressHere, isHostHere, isMachineItself, networksHere } = require('./hosts.js');
const { behind } = require('./tunnels.js');

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

// The host of a Unix socket is its file.
const isSocketFile = ({ host }) => path.isAbsolute(host) || host.startsWith('@');

// Addresses to which what answers at a place is connected; undefined if that cannot be seen.
async function addressesBehind(place, isFar, options) {
  if (isSocketFile(place)) return options.behind(place, isFar);
  if (!await isMachineItself(place.host, options)) return undefined;
  return place.port === undefined ? [] : options.behind(place, isFar);
}

// Resolves to what is known about the hosts of `name`: {far} if one is on another machine, {hidden} if it may be. Both
// are texts.
async function whereIs(name, places, options) {
  const isFar = (address) => !isAddressHere(address, options.networks);
  let hidden;
  for (const place of places) {
    if (!isSocketFile(place) && !await isHostHere(place.host, options)) return { far: name };
    const addresses = await addressesBehind(place, isFar, options);
    if (addresses === undefined) hidden = name;
    const address = addresses?.find(isFar);
    if (address !== undefined) return { far: messages.behindTunnel({ name, place: textOf(place), address }) };
  }
  return { hidden };
}

// Folders are those below the working directory or the temporary one.
async function whereIsStore({ name, dialect, cwd }, options) {
  if (dialect === 'files' || MEMORY.test(name)) return {};
  const [, file] = FILE.exec(name) ?? [];
  if (file !== undefined) return { far: isFileHere(file, cwd) ? undefined : name };
  return whereIs(name, placesOf(name), options);
}

function textOf({ host, port }) {
  if (port === undefined) return host;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

// Splits peers into those by HTTP and others. That one is by HTTP may be known only after it is there.
function kindsOf(peers) {
  const web = new Set(peers.filter(({ protocol }) => protocol === HTTP).map(textOf));
  const like = (isWeb) => peers.filter((peer) => web.has(textOf(peer)) === isWeb);
  return { web: like(true), others: like(false) };
}

// A mock answers calls without a connection, and a proxy may stand between: so calls count only if there is some
// connection by HTTP that leaves this machine, or may do so.
async function whereOthers({ peers, calls }, options) {
  const { web, others } = kindsOf(peers);
  const whereAre = (list) => Promise.all(list.map((peer) => whereIs(textOf(peer), [peer], options)));
  const [found, ofWeb] = [await whereAre(others), await whereAre(web)];
  const hasLeft = (key) => ofWeb.some((one) => one[key]);
  if (!hasLeft('far') && !hasLeft('hidden')) return found;
  const writing = calls.filter(({ writes }) => writes);
  const called = await Promise.all(writing.map(({ host }) => whereIs(host, [placeOf(host)], options)));
  return [...found, ...called.map(({ far, hidden }) => ({ hidden, far: hasLeft('far') ? far : undefined }))];
}

// Returns what is no known store and was used with NODE_ENV=production. `own`: ports on which the program listens.
function othersOfProduction({ peers, calls, own }) {
  const { web, others } = kindsOf(peers.filter(({ port, production }) => production && !own.has(port)));
  const called = web.length === 0 ? [] : calls.filter(({ host, writes }) => writes && !own.has(placeOf(host).port));
  return [...others.map(textOf), ...called.map(({ host }) => host)];
}

// The connections of a store that is known by its name.
const isOfStore = ({ host, port }, name) => (
  port === undefined ? name.includes(host) || name.includes(`${path.dirname(host)}:`)
    : placesOf(name).some((one) => one.port === port));

/** Returns the names of servers that are no known store, do not speak HTTP, and are not the program itself. */
function otherPlaces({ peers, ports, stores }) {
  const isOther = (peer) => !ports.has(peer.port) && !stores.some((name) => isOfStore(peer, name));
  return [...new Set(kindsOf(peers).others.filter(isOther).map(textOf))];
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
 * Rejects with a UserError of a line each if the program uses something that is not on this machine, or that was used
 * with NODE_ENV=production and may keep data. Resolves to the names of servers that may be on another machine, since
 * nobody can look. `stores`: [{name, dialect, production, cwd}]. `peers`: [{host, port, protocol, production}], the
 * servers that it is connected to. `calls`: [{host, writes}], hosts that its requests call by HTTP. `ports`: where it
 * listens itself. `anyStore`: the user has said that proofs may write to all of them.
 */
async function demandNear(used, { anyStore, cwd = process.cwd(), options } = {}) {
  if (anyStore) return [];
  const { stores = [], peers = [], calls = [], ports = [] } = used;
  const where = { networks: networksHere(), behind, ...options };
  const placed = stores.map((store) => ({ ...store, cwd: store.cwd ?? cwd }));
  const ofStores = await Promise.all(placed.map((store) => whereIsStore(store, where)));
  const ofOthers = await whereOthers({ peers, calls }, where);
  const own = new Set(ports);
  const isOfProduction = ({ name, production }) => production && !MEMORY.test(name);
  const production = [stores.filter(isOfProduction).map(({ name }) => name), othersOfProduction({ peers, calls, own })];
  // A store that is named needs no address.
  const named = (lists) => [...new Set((lists.find((list) => list.length > 0) ?? []))].sort();
  const textsOf = (key) => [ofStores, ofOthers].map((list) => list.map((one) => one[key]).filter(Boolean));
  const far = named(textsOf('far'));
  const ofProduction = named(production);
  const lines = [
    ...(far.length > 0 ? [messages.storesFar(far)] : []),
    ...(ofProduction.length > 0 ? [messages.storesOfProduction(ofProduction)] : []),
  ];
  if (lines.length > 0) throw new UserError(lines.join('\n'), EXIT.usage);
  const [ofStore, ofOther] = textsOf('hidden');
  const isNamed = (text) => stores.some(({ name }) => isOfStore(placeOf(text), name));
  return [...new Set([...ofStore, ...ofOther.filter((text) => !isNamed(text))])].sort();
}

/**
 * demandNear() for what the programs of recordings use. `context` is a runner's: a program may have another environment
 * by now than when it was recorded.
 */
function demandNearIn(recordings, { cwd, env = {}, values: { anyStore } = {} }) {
  const isNow = env.NODE_ENV === 'production';
  const marked = (one) => ({ ...one, production: one.production || isNow });
  const of = (key) => recordings.flatMap((recording) => [...recording[key] ?? []]);
  const stores = recordings.flatMap(lastingStores).map(marked);
  const peers = of('peers').map(marked);
  return demandNear({ stores, peers, calls: of('called'), ports: of('ports') }, { anyStore, cwd });
}

/**
 * The same for a run of a proof with its files in `folder`, which may use other stores than the recording. `changed`:
 * {store: [table]}, what the requests of its plan change; folders that they only read do not count.
 */
async function demandNearAfter(folder, changed, { cwd, values: { anyStore } = {} }) {
  const trace = path.join(folder, 'trace');
  if (anyStore || !fs.existsSync(trace)) return;
  const all = recordingsIn(trace).map((name) => linesLike(trace, name, ['store', 'peer', 'called', 'listen']));
  const isUsed = (store) => isLasting(store) && (store.dialect !== 'files' || changed[store.name]?.length > 0);
  const of = (type) => all.flatMap(({ header, found }) => (
    found.filter((line) => line.type === type).map((line) => ({ ...line, cwd: header.cwd }))));
  const ports = of('listen').map(({ port }) => port).filter(Boolean);
  await demandNear({ stores: of('store').filter(isUsed), peers: of('peer'), calls: of('called'), ports }, { anyStore, cwd });
}

module.exports = { demandNear, demandNearAfter, demandNearIn, lastingStores, otherPlaces };
