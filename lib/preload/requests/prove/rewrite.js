'use strict';
// Replaces values of the recorded run by those of this run in a request that is sent again.
const { decoded } = require('../../../names/slashes.js');


const LONG = 8; // such a value is distinctive enough to be replaced inside a longer text

const isNumberOfId = (name) => /(?:^|_)id$|Id$|ID$/.test(name ?? '');

class Values {
  #known = new Map(); // recorded text -> text of this run

  /** Learns from an answer: `recorded` and `live` map places to texts. */
  learn(recorded, live) {
    for (const [place, text] of recorded) {
      const now = live.get(place);
      if (now !== undefined) this.#known.set(text, now);
    }
  }

  // `name` is the name of the field: a short value is only replaced where it is an id.
  #whole(text, name) {
    const now = this.#known.get(text);
    if (now === undefined || now === text) return undefined;
    return text.length > 2 || isNumberOfId(name) ? now : undefined;
  }

  #text(text, name) {
    const whole = this.#whole(text, name);
    if (whole !== undefined) return whole;
    let result = text;
    for (const [recorded, now] of this.#known) {
      if (recorded.length >= LONG && recorded !== now) result = result.replaceAll(recorded, now);
    }
    return result;
  }

  #segment(text) {
    const plain = decoded(text);
    const now = this.#known.get(plain);
    if (now !== undefined) return now === plain ? text : encodeURIComponent(now);
    return this.#text(text);
  }

  #pairs(text) {
    return text.split('&').map((pair) => {
      const at = pair.indexOf('=');
      if (at < 0) return pair;
      const name = pair.slice(0, at);
      const value = decoded(pair.slice(at + 1).replaceAll('+', ' '));
      const now = this.#text(value, name);
      return now === value ? pair : `${name}=${encodeURIComponent(now)}`;
    }).join('&');
  }

  target(target) {
    const [path, query] = target.split(/\?(.*)/s);
    const segments = path.split('/').map((part) => this.#segment(part)).join('/');
    return query === undefined ? segments : `${segments}?${this.#pairs(query)}`;
  }

  header(name, value) {
    if (name.toLowerCase() !== 'cookie') return value.split(' ').map((word) => this.#text(word, name)).join(' ');
    return value.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return `${pair.slice(0, at)}=${this.#text(pair.slice(at + 1))}`;
    }).join('; ');
  }

  #json(value, name) {
    if (Array.isArray(value)) return value.map((item) => this.#json(item, name));
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#json(item, key)]));
    }
    if (typeof value === 'string') return this.#text(value, name);
    if (typeof value !== 'number') return value;
    const now = this.#whole(String(value), name);
    return now === undefined || Number.isNaN(Number(now)) ? value : Number(now);
  }

  body(text, type = '') {
    if (type.includes('urlencoded')) return this.#pairs(text);
    try {
      const parsed = JSON.parse(text);
      const now = JSON.stringify(this.#json(parsed));
      return now === JSON.stringify(parsed) ? text : now;
    } catch {
      return this.#text(text);
    }
  }

  /** Returns `raw`, {method, target, headers (flat), body or base64}, with the values of this run. */
  request(raw) {
    const headers = [];
    for (let index = 0; index < raw.headers.length; index += 2) {
      const name = raw.headers[index];
      headers.push(name, this.header(name, String(raw.headers[index + 1])));
    }
    const at = raw.headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
    const body = raw.body === undefined ? raw.body : this.body(raw.body, raw.headers[at + 1]);
    return { ...raw, target: this.target(raw.target), headers, body };
  }
}

module.exports = { Values };
