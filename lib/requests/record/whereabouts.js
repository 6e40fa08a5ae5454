'use strict';
// Decides whether the stores of a recording are ones that proofs may write to. A proof sends the requests again and
// again, so a store of production would get each payment ten times. docs/guide/request-races.md has the rules.
const dns = require('node:dns/promises');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');

const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');

const LOOKUP_MS = 3000;
// Container engines name the host of their containers like this.
const NAMES_OF_HOST = /(?:^|\.)(?:localhost|docker\.internal|containers\.internal)$/;
const CONTAINER_NETWORKS = /^(?:docker|br-|podman|cni|lxdbr|lxcbr|virbr|vboxnet|vmnet)/;
const IN_CONTAINER = ['/.dockerenv', '/run/.containerenv'];

const isInContainer = () => IN_CONTAINER.some((file) => fs.existsSync(file));

const familyOf = (address) => (net.isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Returns {own, containers} of this machine: its own addresses, and a BlockList of the networks in which containers of
 * this machine have theirs. In a container these are the networks that it is part of.
 */
function networksHere(interfaces = os.networkInterfaces(), isContainer = isInContainer()) {
  const own = new Set();
  const containers = new net.BlockList();
  for (const [name, list = []] of Object.entries(interfaces)) {
    for (const { address, cidr } of list) {
      own.add(address);
      const [network, prefix] = cidr?.split('/') ?? [];
      const isOurs = isContainer || CONTAINER_NETWORKS.test(name);
      if (isOurs && prefix !== undefined) containers.addSubnet(network, Number(prefix), familyOf(network));
    }
  }
  return { own, containers };
}

const loopback = new net.BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addAddress('0.0.0.0', 'ipv4');
loopback.addAddress('::', 'ipv6');

function isAddressHere(address, { own, containers }) {
  const family = familyOf(address);
  return own.has(address) || loopback.check(address, family) || containers.check(address, family);
}

// All addresses of a name, or none if it has none or the answer takes long.
async function lookUp(name) {
  let timer;
  const late = new Promise((resolve) => { timer = setTimeout(resolve, LOOKUP_MS, []); });
  const found = dns.lookup(name, { all: true }).then((all) => all.map(({ address }) => address), () => []);
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Resolves to whether a host is this machine or a container's. A name without a dot is one: compose files and services
 * of CI have such names. Another name is one if all its addresses are.
 */
async function isHostHere(host, { networks = networksHere(), lookup = lookUp } = {}) {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (net.isIP(name)) return isAddressHere(name, networks);
  if (!name.includes('.') || NAMES_OF_HOST.test(name)) return true;
  const addresses = await lookup(name);
  return addresses.length > 0 && addresses.every((address) => isAddressHere(address, networks));
}

// "127.0.0.1", "::1" and "db" of "postgres://127.0.0.1:5432/shop", "redis://::1:6379/0" and "memcached://db:1,db:2".
// A name of a Unix socket begins with a slash.
function hostsOf(name) {
  const [, rest] = /^\w+:\/\/(.*)$/.exec(name) ?? [];
  if (rest === undefined || rest.startsWith('/')) return [];
  const places = rest.split('/')[0].split(',');
  return places.map((place) => place.replace(/:\d*$/, '').replace(/^\[|\]$/g, '')).filter(Boolean);
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

// A file of a database lies in the project, or in the folder for temporary files.
function isFileHere(file, cwd) {
  const place = path.resolve(cwd, file);
  const whole = path.join(real(path.dirname(place)), path.basename(place));
  return [projectOf(cwd), cwd, os.tmpdir()].some((folder) => isWithin(whole, real(folder)));
}

const FILE = /^(?:sqlite:|pglite:\/\/)(?:file:(?:\/\/)?)?(.*)$/;
const MEMORY = /^(?:sqlite:memory:|pglite:\/\/memory(?::|$))/;

// Folders are those below the working directory or the temporary one.
async function isHere({ name, dialect }, cwd, options) {
  if (dialect === 'files' || MEMORY.test(name)) return true;
  const [, file] = FILE.exec(name) ?? [];
  if (file !== undefined) return isFileHere(file, cwd);
  for (const host of hostsOf(name)) if (!await isHostHere(host, options)) return false;
  return true;
}

/** Returns the stores of a recording (recorded.js) in which data may last: a folder that is only read is none. */
function lastingStores({ stores, operations, header = {} }) {
  const hasWritten = [...operations.values()].some(({ dialect, effects = [] }) => (
    dialect === 'files' && effects.some((effect) => effect.class !== 'R')));
  const isLasting = ({ name, dialect }) => (
    dialect !== undefined && !MEMORY.test(name) && (dialect !== 'files' || hasWritten));
  return [...stores.values()].filter(isLasting)
    .map(({ name, dialect, production }) => ({ name, dialect, production, cwd: header.cwd }));
}

/**
 * Rejects with a UserError of a line each if one of `stores`, {name, dialect, production, cwd} each, is not on this
 * machine, or is used with NODE_ENV=production. `anyStore`: the user has said that proofs may write to them.
 */
async function demandNear(stores, { anyStore, cwd = process.cwd(), options } = {}) {
  if (anyStore) return;
  const far = new Set();
  for (const store of stores) if (!await isHere(store, store.cwd ?? cwd, options)) far.add(store.name);
  const isOfProduction = ({ name, production }) => production && !MEMORY.test(name);
  const ofProduction = new Set(stores.filter(isOfProduction).map(({ name }) => name));
  const lines = [
    ...(far.size > 0 ? [messages.storesFar([...far].sort())] : []),
    ...(ofProduction.size > 0 ? [messages.storesOfProduction([...ofProduction].sort())] : []),
  ];
  if (lines.length > 0) throw new UserError(lines.join('\n'), EXIT.usage);
}

/** demandNear() for the stores of recordings. `context` is a runner's. */
const demandNearIn = (recordings, { cwd, values: { anyStore } = {} }) => (
  demandNear(recordings.flatMap(lastingStores), { anyStore, cwd }));

module.exports = { demandNear, demandNearIn, isHostHere, lastingStores, networksHere };
