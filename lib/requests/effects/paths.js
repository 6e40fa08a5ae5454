'use strict';
// Tells which segments of paths are parameters, where no framework tells the route: "PUT /ann/a.txt" and "PUT
// /ann/b.txt" do the same at the same call sites, and use these names there.
const { decoded } = require('../../names/slashes.js');
const { operationShape } = require('../../trace/places.js');

const PARAMETER = ':n';
const FIRST = 2; // index of the first one: the segment before it names what the server has, such as "files"
const MOST = 8; // requests to one path that are looked at

const isWordPart = (text = '') => /[\p{L}\p{N}]/u.test(text);

// Returns whether `name` stands in `text`, and not within a word.
function hasName(text, name) {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isWordPart(text[at - 1]) && !isWordPart(text[at + name.length])) return true;
  }
  return false;
}

const isWithin = (shapes, others) => [...shapes].every((shape) => others.has(shape));

const patternOf = ([first, ...others]) => first.parts.map((part, index) => (
  others.every((one) => one.parts[index] === part) ? part : PARAMETER));

class Paths {
  #known = new Map(); // method and path -> what the requests to it do, in any server of the process

  /** Returns what is known of the path of a request, to be given to note(), or undefined. */
  take({ method, path }) {
    const key = `${method} ${path}`;
    const known = this.#known.get(key) ?? {
      method, parts: path.split('/'), shapes: new Set(), used: new Set(), count: 0,
    };
    this.#known.set(key, known);
    return known.count++ < MOST ? known : undefined;
  }

  /** Takes an operation of a request to a path that take() returned. */
  note({ parts, shapes, used }, { site, api, statement, values }) {
    shapes.add(`${site} ${operationShape({ api, statement })}`);
    const text = `${statement} ${JSON.stringify(values)}`;
    for (let index = FIRST; index < parts.length; index++) {
      const name = decoded(parts[index]);
      if (name !== '' && name !== PARAMETER && !used.has(index) && hasName(text, name)) used.add(index);
    }
  }

  // Lists of paths that are one pattern.
  #groups() {
    const groups = new Map(); // method and path without what is used -> [{shapes, members}]
    // A request that is refused does a part of what others do.
    for (const one of [...this.#known.values()].sort((a, b) => b.shapes.size - a.shapes.size)) {
      const { method, parts, used, shapes } = one;
      const key = `${method} ${parts.map((part, index) => (used.has(index) ? '*' : part)).join('/')}`;
      const own = groups.get(key) ?? [];
      groups.set(key, own);
      let group = shapes.size > 0 ? own.find((other) => isWithin(shapes, other.shapes)) : undefined;
      if (!group) own.push(group = { shapes, members: [] });
      group.members.push(one);
    }
    return [...groups.values()].flat();
  }

  /** Returns a function of a request that returns its path with ":n" for parameters. */
  patterns() {
    const groups = this.#groups();
    const patterns = groups.filter(({ members }) => members.length > 1)
      .map(({ members, shapes }) => ({ method: members[0].method, parts: patternOf(members), shapes }));
    // One that is refused may not use its name at all.
    const fits = (one, { method, parts, shapes }) => method === one.method && parts.length === one.parts.length
      && one.shapes.size > 0 && isWithin(one.shapes, shapes)
      && parts.every((part, index) => part === PARAMETER || part === one.parts[index]);
    const known = new Map();
    for (const { members } of groups) {
      const own = members.length > 1 ? patternOf(members) : undefined;
      for (const one of members) known.set(one, own ?? patterns.find((other) => fits(one, other))?.parts ?? one.parts);
    }
    return ({ method, path }) => known.get(this.#known.get(`${method} ${path}`)).join('/');
  }
}

module.exports = { Paths };
