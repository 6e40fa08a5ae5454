'use strict';
// Reads an operation's name, as src/names/name.h does (docs/reference/trace-format.md).
// test/fixtures/names/vectors.json holds both to the same literal names. Nothing is hashed here: lines of a trace have
// the numbers of an operation and of its parent.

// A path may have a "#" of its own: the count's has digits behind it, and then the end, the parent's digits or a tail.
const COUNT = /#([0-9]+)(?=$|[</])/;
const PARENT = /^<([0-9a-f]{8})/;
const ORIGIN = /^(.*?)(?:\/([0-9]+))?(?:<([0-9a-f]{8}))?$/s;

// Only the tasks of files and of addons have a ":" before what they are about; an event may have one in its own name.
const HAS_WHERE = /^(?:fs\.[^(@:#]*|work)(?=:)/;
const API = /^@?[^(@#]*/; // a package's API may begin with its "@"

function readHead(name) {
  const [api] = HAS_WHERE.exec(name) ?? API.exec(name);
  const close = name[api.length] === '(' ? name.indexOf(')@') : api.length - 1;
  if (close < 0) return { api, from: api.length };
  return { api, subject: name.slice(api.length + 1, close) || undefined, from: close + 1 };
}

// All between the API and the count: a call site, or, of an event, the object's origin.
function readPlace(mark, text) {
  if (mark === ':') return { where: text };
  if (mark !== '@') return {};
  const [, site, object, parent] = ORIGIN.exec(text);
  return { site: site || undefined, object: object && Number(object), parent };
}

/**
 * The parts of a name, {api, subject, where, site, object, count, parent, tail, owner}; one that does not occur is
 * undefined. `owner` is all but the tail: the call or the connection that the operation is a part of.
 */
function readName(name) {
  const { api, subject, from } = readHead(name);
  const found = COUNT.exec(name.slice(from));
  const count = found ? from + found.index : name.length;
  const place = readPlace(name[from], name.slice(from + 1, count));
  if (!found) return { api, subject, ...place, owner: name };
  const after = count + found[0].length;
  const digits = PARENT.exec(name.slice(after));
  const end = after + (digits?.[0].length ?? 0);
  const parent = digits?.[1] ?? place.parent;
  const tail = name.slice(end) || undefined;
  return { api, subject, ...place, count: Number(found[1]), parent, tail, owner: name.slice(0, end) };
}

/** The user's call or the connection that `name` is a part of: "fs.readFile(a)@b.js:1:2#1" of ".../fs.open#1". */
const ownerOf = (name) => readName(name).owner;

/**
 * Returns the API and the call site of an operation, without its arguments: "fs.readFile@b.js:1:2" of
 * "fs.readFile(a)@b.js:1:2#1". A name without a call site is returned as it is.
 */
function siteOf(owner) {
  const { api, site } = readName(owner);
  return site === undefined ? owner : `${api}@${site}`;
}

// In the order in which a replay tries them, as enum Tier in src/names/name.h.
const TIERS = ['name', 'subject', 'site', 'parent'];

/**
 * Returns what operations have in common that `tier` takes for one and the same, as names::FormOf() does: the name; it
 * without subject and count; API, call site and tail; or API and tail with `parent`, the parent's form by site.
 */
function formOf(name, tier, parent = '') {
  if (tier === 'name') return name;
  const { api, site, object, parent: digits, tail = '' } = readName(name);
  const at = site === undefined || tier === 'parent' ? '' : `@${site}`;
  const from = (object === undefined ? '' : `/${object}`) + (digits === undefined ? '' : `<${digits}`);
  return `${api}${at}${tier === 'subject' ? from : ''}${tail}${tier === 'parent' ? `<${parent}` : ''}`;
}

const CONNECTIONS = new Set(['connect', 'listen', 'pipe', 'stream', 'server', 'udp']);
const CONNECTION = /^.+?#[0-9]+(?:<[0-9a-f]{8})?\/(?:connect|listen|pipe|stream|server|udp)#[0-9]+(?=\/|$)/s;

/**
 * Returns what comes in an order of its own: the connection of an event, "X/connect#1" of "X/connect#1/ready#2", or
 * ownerOf() of any other operation. All that one callback has opened has the name of what it followed from, X: of an ES
 * module that is the reading of its file.
 */
const streamOf = (name) => CONNECTION.exec(name)?.[0] ?? ownerOf(name);

/** Returns the path, connection or pipe that an operation touches, read from its name; undefined: not known. */
function resourceOf(owner) {
  if (CONNECTION.test(owner)) return owner;
  const { api, subject, where, count } = readName(owner);
  const path = subject ?? where;
  if (path !== undefined) return path.split('/').at(-1);
  return CONNECTIONS.has(api) ? `${api}#${count}` : undefined;
}

const CHANGES =
  /write|append|truncate|rename|unlink|mkdir|mkdtemp|rmdir|\.rm\b|copy|cp\b|(?<!read)link|utimes|chmod|chown/i;

/** True if the call changes what it touches. */
const changes = (owner) => CHANGES.test(readName(owner).api);

module.exports = { TIERS, formOf, readName, ownerOf, resourceOf, siteOf, streamOf, changes };
