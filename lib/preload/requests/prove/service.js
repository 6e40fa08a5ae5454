'use strict';
// Holds operations of both requests of a proof that a service makes: another process than the one that took the
// requests in. The director of the proof speaks to it over a connection of this machine, in lines of JSON. Each of its
// commands has a `number`, and is answered by {type: 'done', number, value, missing, problem}.
//
//   director  {type: 'flow', token, who, flow}       the requests of this flow belong to `who`
//             {type: 'stop', token, who, stop}       `who` is held before the operation `stop`, or nowhere
//             {type: 'release', token, who}          lets it go on
//             {type: 'store', token, store, method, args}   calls a reader of this process's store (readers)
//             {type: 'ping', token}
//             {type: 'request', token, who, port}    the request that comes from this port is that of `who`
//             {type: 'address', token, server}       asks where the server of this call site listens
//             {type: 'known', token, who}            all services know its flow: it may begin
//             {type: 'calls', token, flow, shapes}   keeps calls of a flow back (branch-calls.js)
//             {type: 'statements', token, flow, shapes}   the same for statements (chain-statements.js)
//             {type: 'admit', token, id, who}        lets one go on, as one of the branch `who` or of none
//             {type: 'backlog', token}               asks for the messages that were sent and dealt with here so far
//   service   {type: 'held', who}
//             {type: 'operation', who, operation}    at each call that is not held
//             {type: 'end', who, operation}
//             {type: 'work', who, how, queue, id}    as onWork (../listeners.js)
//             {type: 'arrived', id, call, main, shape, values}   a call or a statement that is kept back
//             {type: 'answered', who, answer}        of one of a branch
//             {type: 'came', who, flow}              a request that was told by its port
//             {type: 'foreign', statement}           a call of another request or of none
//             {type: 'began', store, tables}         in a store before the first operation on it that is made here
//             {type: 'crash', text, failed}
const builtin = require('../../builtin.js');
const { failureCode, firstLine } = require('../failure-code.js');
const { leaveAlone } = require('../sockets.js');
const { Actor, deferred } = require('./actor.js');
const { Backlog } = require('./backlog.js');
const { Beginning } = require('./beginning.js');
const { BranchCalls } = require('./branch-calls.js');
const { ChainStatements } = require('./chain-statements.js');
const { ownMain } = require('./program.js');
const { openReader } = require('./readers/index.js');
const { speak } = require('./speak.js');
const { States } = require('./states.js');

const fs = builtin('node:fs');
const net = builtin('node:net');
const path = builtin('node:path');
const { threadId } = builtin('node:worker_threads');
const crypto = builtin('node:crypto');

const PREFIX = 'service-';
const OWN = `${process.pid}-${threadId}`; // each thread is a service

const told = ({ number, store, site, api, statement, values, rows, failed }, { name, dialect } = {}) =>
  ({ number: `${OWN}.${number}`, main: ownMain(), store, name, dialect, site, api, statement, values, rows, failed });

class Service {
  #api;
  #director; // {say, flows: flow -> who, actors: who -> Actor, readers: name of a store -> promise of a reader}

  #backlog = new Backlog();
  #states; // of stores that nobody has used before the first of both requests
  #beginning;
  #calls;
  #statements;
  #due = new Map(); // port that a request will come from -> {director, who}
  #waiting = new Map(); // who -> deferred, of a request that has come from there

  constructor({ tables, keys }, api) {
    this.#api = api;
    const began = (store, rows) => this.#director?.say({ type: 'began', store, tables: rows });
    this.#states = new States({ tables, keys }, api);
    this.#beginning = new Beginning(this.#states, () => api.stores(), began);
    const tell = {
      arrived: (call) => this.#director?.say({ type: 'arrived', ...call }),
      answered: (event) => this.#director?.say({ type: 'answered', ...event }),
    };
    this.#calls = new BranchCalls(tell);
    this.#statements = new ChainStatements(tell);
  }

  /** Takes the commands of a director on a connection that knows `token`. */
  serve(socket, token) {
    const readers = new Map();
    const director = { flows: new Map(), actors: new Map(), readers };
    director.say = speak(socket, (command) => {
      if (command.token === token) this.#take(director, command);
      else socket.destroy();
    });
    socket.on('close', () => {
      if (this.#director === director) {
        this.#director = undefined;
        this.#calls.release();
        this.#statements.release();
        this.#due.clear();
        this.#states.close();
        for (const who of this.#waiting.keys()) this.known(director, { who });
      }
      for (const actor of director.actors.values()) actor.letGo();
      for (const reader of readers.values()) reader.then((one) => one?.close?.()).catch(() => {});
    });
    socket.unref();
  }

  async #take(director, { number, ...command }) {
    this.#director = director;
    try {
      director.say({ type: 'done', number, ...await this[command.type](director, command) });
    } catch (error) {
      director.say({ type: 'done', number, problem: error.message });
    }
  }

  #actorOf(director, who) {
    if (!director.actors.has(who)) {
      const actor = new Actor(who, () => {}, false);
      actor.proceed();
      director.actors.set(who, actor);
    }
    return director.actors.get(who);
  }

  flow(director, { who, flow }) {
    this.#actorOf(director, who);
    director.flows.set(flow, who);
  }

  stop(director, { who, stop }) {
    const isElsewhere = stop?.main !== undefined; // the director's process holds by itself
    const reached = this.#actorOf(director, who).expect(isElsewhere ? stop : undefined);
    reached.then(() => director.say({ type: 'held', who }));
  }

  release(director, { who }) {
    this.#actorOf(director, who).proceed();
  }

  calls(director, command) {
    this.#calls.expect(command);
  }

  statements(director, command) {
    this.#statements.expect(command);
  }

  // One proof keeps only one of both back.
  admit(director, command) {
    this.#calls.admit(command);
    this.#statements.admit(command);
  }

  request(director, { who, port }) {
    this.#due.set(port, { director, who });
  }

  address(director, { server }) {
    return { value: this.#api.listening(server) };
  }

  known(director, { who }) {
    this.#waiting.get(who)?.resolve();
    this.#waiting.delete(who);
  }

  /** Takes a request as it arrives. Returns a promise if it is kept back. */
  take(request) {
    const port = request.message?.socket?.remotePort;
    const due = this.#due.get(port);
    if (!due) return this.#calls.take(request);
    this.#due.delete(port);
    this.#waiting.set(due.who, deferred());
    due.director.say({ type: 'came', who: due.who, flow: request.flow });
    return this.#waiting.get(due.who).promise;
  }

  answered(request) {
    this.#calls.answered(request);
  }

  ping() {}

  backlog() {
    return { value: this.#backlog.list() };
  }

  /** Returns {missing: true} if the program has not used this store, or the method is not one of its reader. */
  async store({ readers }, { store, method, args = [] }) {
    const known = this.#api.stores().find(({ name }) => name === store);
    if (!known) return { missing: true };
    if (!readers.has(store)) readers.set(store, this.#api.quietly(() => openReader(known)));
    const reader = await readers.get(store);
    if (method === 'open') return reader ? { value: { canCheck: reader.check !== undefined } } : { missing: true };
    return { value: await this.#api.quietly(() => reader[method](...args)) };
  }

  call(operation) {
    const director = this.#director;
    if (!director) return void this.#beginning.skip(operation); // the director reads the store
    const first = this.#beginning.take(operation);
    return first ? first.then(() => this.#callNow(director, operation)) : this.#callNow(director, operation);
  }

  #callNow(director, operation) {
    const kept = this.#statements.take(operation);
    return kept ? kept.then(() => this.#called(director, operation)) : this.#called(director, operation);
  }

  #storeOf({ store }) {
    return this.#api.stores().find(({ number }) => number === store);
  }

  #whoOf({ flows }, operation) {
    return this.#statements.ownerOf(operation) ?? flows.get(operation.request?.flow);
  }

  #called(director, operation) {
    const who = this.#whoOf(director, operation);
    if (!who) {
      director.say({ type: 'foreign', statement: operation.statement });
      return undefined;
    }
    const note = () => director.say({ type: 'operation', who, operation: told(operation, this.#storeOf(operation)) });
    const held = director.actors.get(who).call(operation);
    if (held) return held.then(note);
    note();
    return undefined;
  }

  end(operation) {
    const director = this.#director;
    const who = director && this.#whoOf(director, operation);
    if (!who) return undefined;
    const held = director.actors.get(who).end(operation);
    director.say({ type: 'end', who, operation: told(operation) });
    this.#statements.ended(operation);
    return held;
  }

  work({ how, request, queue, id }) {
    this.#backlog.take({ how, request, queue, id });
    const who = this.#director?.flows.get(request.flow);
    if (who) this.#director.say({ type: 'work', who, how, queue, id });
  }

  crash(text, failed) {
    this.#director?.say({ type: 'crash', text, failed });
  }
}

/** Lets a director hold operations in this process. `plan.services.folder` is where directors look for services. */
function startService(plan, api) {
  const { folder } = plan.services;
  const service = new Service(plan, api);
  const token = crypto.randomUUID();
  const server = net.createServer((socket) => service.serve(socket, token));
  leaveAlone(server);
  // Workers of node:cluster would share the port.
  server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
    const file = path.join(folder, `${PREFIX}${OWN}.json`);
    const text = JSON.stringify({ port: server.address().port, token, id: OWN, main: ownMain() });
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(`${file}.tmp`, text, { mode: 0o600 });
    fs.renameSync(`${file}.tmp`, file);
  });
  server.unref();
  api.onRequest?.((request) => service.take(request));
  api.onResponse?.((request) => service.answered(request));
  api.onOperation((operation) => service.call(operation));
  api.onOperationEnd((operation) => service.end(operation));
  api.onWork?.((event) => service.work(event));
  process.on('uncaughtExceptionMonitor', (error) => service.crash(firstLine(error), failureCode(error)));
}

/** Returns [{port, token, id, main}] of the services in `folder`, without this thread. */
function servicesIn(folder) {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => name.startsWith(PREFIX) && name.endsWith('.json'));
  return names.map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')))
    .filter(({ id }) => id !== OWN);
}

module.exports = { servicesIn, startService };
