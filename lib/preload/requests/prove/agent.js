'use strict';
// Carries out the other request of a proof in another process of the same server (--instances). The director of the
// proof speaks to it over a connection of this machine, in lines of JSON:
//
//   director   {type: 'take', token, who, port, stop}  the request that comes from this port, held before `stop`
//              {type: 'known'}                         all services know the flow of the request: it may begin
//              {type: 'go', stop}, {type: 'letGo'}     as Actor's
//   agent      {type: 'taken'}
//              {type: 'flow', flow}                    the request has come
//              {type: 'held'}
//              {type: 'operation', number, store, site, api, statement, values}   at each call that is not held
//              {type: 'end', number, rows, failed}
const builtin = require('../../builtin.js');
const { Actor, deferred } = require('./actor.js');

const fs = builtin('node:fs');
const net = builtin('node:net');
const crypto = builtin('node:crypto');

// Undefined: a line of somebody else, who looks at all ports of the machine.
function objectOf(line) {
  try {
    return Object(JSON.parse(line));
  } catch {
    return undefined;
  }
}

// JSON has no text for these, which a driver takes as values.
const plain = (key, value) => (typeof value === 'bigint' ? String(value) : value);

/** Calls onObject with each line of JSON on a connection. Returns a function that sends an object. */
function speak(socket, onObject) {
  let rest = '';
  socket.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const object of lines.map(objectOf)) {
      if (object) onObject(object);
      else socket.destroy();
    }
  });
  socket.on('error', () => {});
  return (object) => socket.write(`${JSON.stringify(object, plain)}\n`);
}

const taken = new WeakSet(); // requests

/** Returns whether the agent of this process tells the director of the operations of `request`. */
const isOfAgent = (request) => request !== undefined && taken.has(request);

const fileOf = (peers, pid) => `${peers}.agent-${pid}`;

class Agent {
  #ours; // local port of a request -> function that takes it
  #actors = new Map(); // request -> {actor, say}

  constructor(ours) {
    this.#ours = ours;
  }

  /** Takes the commands of a director on a connection that knows `token`. */
  serve(socket, token) {
    let actor;
    const known = deferred();
    const say = speak(socket, (command) => {
      if (!actor && command.token !== token) {
        socket.destroy();
      } else if (command.type === 'take') {
        actor = new Actor(command.who, () => {}, false);
        this.#ours.set(command.port, (request) => {
          this.#actors.set(request, { actor, say });
          taken.add(request);
          say({ type: 'flow', flow: request.flow });
          return known.promise;
        });
        this.#go(actor, command.stop, say);
        say({ type: 'taken' });
      } else if (command.type === 'go') {
        this.#go(actor, command.stop, say);
      } else if (command.type === 'known') known.resolve();
      else actor.letGo();
    });
    socket.on('close', () => {
      known.resolve();
      actor?.letGo();
    });
    socket.unref();
  }

  async #go(actor, stop, say) {
    actor.go(stop);
    if (stop && await actor.arrival === 'held') say({ type: 'held' });
  }

  call(operation) {
    const known = this.#actors.get(operation.request);
    if (!known) return undefined;
    const { number, store, site, api, statement, values } = operation;
    const note = () => known.say({ type: 'operation', number, store, site, api, statement, values });
    const held = known.actor.call(operation);
    if (held) return held.then(note);
    note();
    return undefined;
  }

  end(operation) {
    const known = this.#actors.get(operation.request);
    const { number, rows, failed } = operation;
    known?.actor.end(operation);
    known?.say({ type: 'end', number, rows, failed });
  }
}

/** Starts the agent of this process. `ours` maps the local ports of requests to functions that take them. */
function startAgent(peers, api, ours) {
  const agent = new Agent(ours);
  const token = crypto.randomUUID();
  const server = net.createServer((socket) => agent.serve(socket, token)).listen(0, '127.0.0.1', () => {
    const text = JSON.stringify({ port: server.address().port, token });
    fs.writeFileSync(fileOf(peers, process.pid), text, { mode: 0o600 });
  });
  server.unref();
  api.onOperation((operation) => agent.call(operation));
  api.onOperationEnd((operation) => agent.end(operation));
}

/** Returns {instance, port, token}: another instance of this server, and where its agent listens. */
function otherInstance(peers) {
  const instance = JSON.parse(fs.readFileSync(peers, 'utf8')).find(({ pid }) => pid !== process.pid);
  return { instance, ...JSON.parse(fs.readFileSync(fileOf(peers, instance.pid), 'utf8')) };
}

module.exports = { isOfAgent, startAgent, otherInstance, speak };
