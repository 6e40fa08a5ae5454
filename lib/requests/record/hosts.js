'use strict';
// Decides whether a host is this machine or one of its containers.
const dns = require('node:dns/promises');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');

const LOOKUP_MS = 3000;
// Container engines name the host of their containers like this.
const NAMES_OF_HOST = /(?:^|\.)(?:localhost|docker\.internal|containers\.internal)$/;
const CONTAINER_NETWORKS = /^(?:docker|br-|podman|cni|lxdbr|lxcbr|virbr|vboxnet|vmnet)/;
const IN_CONTAINER = ['/.dockerenv', '/run/.containerenv'];

const isInContainer = () => IN_CONTAINER.some((file) => fs.existsSync(file));

const familyOf = (address) => (net.isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Returns {own, containers}, a BlockList each: this machine's own addresses, and the networks in which its containers
 * have theirs. In a container these are the networks that it is part of.
 */
function networksHere(interfaces = os.networkInterfaces(), isContainer = isInContainer()) {
  const own = new net.BlockList();
  const containers = new net.BlockList();
  for (const [name, list = []] of Object.entries(interfaces)) {
    for (const { address, cidr } of list) {
      own.addAddress(address, familyOf(address));
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

/** Returns whether an address is this machine's or a container's. `networks`: those of networksHere(). */
function isAddressHere(given, { own, containers }) {
  const address = given.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = familyOf(address);
  return [loopback, own, containers].some((list) => list.check(address, family));
}

// All addresses of a name, or none if it has none or the answer takes long.
async function addressesOf(name) {
  let timer;
  const late = new Promise((resolve) => { timer = setTimeout(resolve, LOOKUP_MS, []); });
  const all = dns.lookup(name, { all: true }).then((list) => list.map(({ address }) => address), () => []);
  try {
    return await Promise.race([all, late]);
  } finally {
    clearTimeout(timer);
  }
}

const found = new Map(); // name -> promise of its addresses: each run of a proof asks for the same names

function lookUp(name) {
  if (!found.has(name)) found.set(name, addressesOf(name));
  return found.get(name);
}

/**
 * Resolves to whether a host is this machine or a container of it: all its addresses are. A name without a dot that
 * only containers know is one, as compose files and services of CI have such names.
 */
async function isHostHere(host, { networks = networksHere(), lookup = lookUp } = {}) {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (net.isIP(name)) return isAddressHere(name, networks);
  if (NAMES_OF_HOST.test(name)) return true;
  const addresses = await lookup(name);
  if (addresses.length === 0) return !name.includes('.');
  return addresses.every((address) => isAddressHere(address, networks));
}

/** Resolves to whether a host that is here is this machine itself rather than a container. */
async function isMachineItself(host, { networks: { own }, lookup = lookUp }) {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const addresses = net.isIP(host) ? [host] : await lookup(host);
  const networks = { own, containers: new net.BlockList() };
  return addresses.length > 0 && addresses.every((address) => isAddressHere(address, networks));
}

module.exports = { isAddressHere, isHostHere, isMachineItself, networksHere };
