'use strict';
// Connections between the processes and threads of a command: what arrives at one end was sent at the other one, in a
// turn that the trace there knows. Both traces name the connection by the same link.
const { arrivalOf } = require('../analysis/causes.js');

const LATE_MS = 50; // on a loaded machine the other end hears about a send before the trace has it

const endKey = (part, name) => `${part} ${name}`;

// Returns {made, accepted} of each link: of each end that has connected or was given {part, name, t, line}, and of the
// others {part, name, arrival}, with the arrival at the listener. A link can be used again later.
function endsByLink(parts) {
  const links = new Map();
  const endsOf = (link) => {
    if (!links.has(link)) links.set(link, { made: [], accepted: [] });
    return links.get(link);
  };
  for (const [part, { trace }] of parts.entries()) {
    for (const { type, name, link, t, line } of trace.sent) {
      if (type === 'connect' && link !== undefined) endsOf(link).made.push({ part, name, t, line });
    }
    const counts = new Map();
    for (const { name, server, link } of trace.accepted) {
      counts.set(server, (counts.get(server) ?? 0) + 1);
      const arrival = `${server}/ready#${counts.get(server)}`;
      if (link !== undefined) endsOf(link).accepted.push({ part, name, arrival });
    }
  }
  return links;
}

// Returns the sends, lists of {part, t, line, at} by the part and the name of the end. `at`: by the clock of all parts.
function sendsIn(parts) {
  const sends = new Map();
  for (const [part, { trace, began }] of parts.entries()) {
    for (const { type, name, t, line } of trace.sent) {
      const key = endKey(part, name);
      if (type !== 'sent') continue;
      if (!sends.has(key)) sends.set(key, []);
      sends.get(key).push({ part, t, line, at: t + began });
    }
  }
  return sends;
}

class Links {
  #parts;
  #sends;
  #made = new Map(); // by the part and the arrival at a listener: the end that has connected
  #accepted = new Set(); // ends that were accepted elsewhere: they first hear that they are connected
  #sent = new Map(); // by the part and the name of an end: {sends, next}, what was sent to it, and the first to arrive

  /** `parts`: the processes and threads, each {trace, points, began} (merge.js). */
  constructor(parts) {
    this.#parts = parts;
    this.#sends = sendsIn(parts);
    for (const [link, { made, accepted }] of endsByLink(parts)) {
      if (accepted.length === 0) this.#addPair(link, made);
      for (const [use, one] of made.entries()) if (accepted[use]) this.#addAccepted(one, accepted[use]);
    }
  }

  #addAccepted(client, server) {
    if (client.part === server.part) return; // its own graph knows
    this.#made.set(endKey(server.part, server.arrival), client);
    this.#accepted.add(endKey(client.part, client.name));
    this.#join(client, [server]);
    this.#join(server, [client]);
  }

  // A process and its children have the ends of a pair. What a child sends before it listens is named after the link.
  #addPair(link, made) {
    const given = this.#parts.map((_, part) => ({ part, name: link }));
    for (const end of made) this.#join(end, [...made, ...given].filter(({ part }) => part !== end.part));
  }

  #join({ part, name }, others) {
    const sends = others.flatMap((other) => this.#sends.get(endKey(other.part, other.name)) ?? []);
    this.#sent.set(endKey(part, name), { sends: sends.sort((a, b) => a.at - b.at), next: 0 });
  }

  /**
   * Returns when what arrives at point `at` of a part was sent: {part, t, line}, by the trace of that other part;
   * undefined: not known. To be asked about the points in their order.
   */
  sentTo(part, at) {
    const { points, began } = this.#parts[part];
    const { kind, name, began: known, t } = points[at];
    if (kind !== 'arrival') return undefined;
    const made = this.#made.get(endKey(part, name));
    if (made) return made;
    const { connection, count } = arrivalOf(name);
    const key = endKey(part, connection);
    const sent = this.#sent.get(key);
    if (sent === undefined || (this.#accepted.has(key) && count === 1)) return undefined;
    const first = sent.sends[sent.next];
    // It takes everything that was sent until then.
    while (sent.sends[sent.next]?.at <= t + began) sent.next++;
    return first?.at <= known + began + LATE_MS ? first : undefined;
  }
}

module.exports = { Links };
