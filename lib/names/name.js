'use strict';
// What an operation's name tells (docs/trace-format.md): the call that it is a part of, what it was started from, what
// it touches, and whether it changes that.

// FNV-1a, 32 bits.
function suffixOf(name) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

const OWNER = /^[^#]*#[0-9]+(?:<[0-9a-f]{8})?/;

/** The user's call or the connection that `name` is a part of: "fs.readFile(a)@b.js:1:2#1" of ".../fs.open#1". */
function ownerOf(name) {
  const site = Math.max(0, name.indexOf('@')); // paths before it may have any letters
  const count = OWNER.exec(name.slice(site));
  return count ? name.slice(0, site) + count[0] : name;
}

/** Eight digits that stand for the operation that `owner` was started from; undefined: none is known. */
function parentOf(owner) {
  return owner.match(/<[0-9a-f]{8}/g)?.at(-1).slice(1);
}

/**
 * What the program calls where, whatever with: "fs.readFile@b.js:1:2" of "fs.readFile(a)@b.js:1:2#1". What has no call
 * site is by itself.
 */
function siteOf(owner) {
  const subject = owner.indexOf(')@');
  const at = subject < 0 ? owner.indexOf('@') : subject + 1;
  if (at < 0) return owner;
  return owner.slice(0, at).split('(')[0] + owner.slice(at).replace(/(?:\/[0-9]+)?(?:[#<].*)?$/, '');
}

/** What is touched, as far as the name tells: a path, a connection, a child's pipe; undefined: not known. */
function resourceOf(owner) {
  const api = owner.split('@')[0];
  const path = /\((.+)\)/.exec(api)?.[1] ?? /:([^#]+)#/.exec(api)?.[1];
  if (path !== undefined) return path.split('/').at(-1);
  return /^(?:connect|listen|pipe|stream|server|udp)#[0-9]+/.exec(owner)?.[0];
}

const CHANGES = /write|append|truncate|rename|unlink|mkdir|rmdir|\.rm\b|copy|cp\b|link|utimes|chmod|chown/i;

/** True if the call changes what it touches. */
function changes(owner) {
  return CHANGES.test(owner.split(/[(@:#]/)[0]);
}

module.exports = { suffixOf, ownerOf, parentOf, resourceOf, siteOf, changes };
