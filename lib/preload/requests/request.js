'use strict';
// One request that a server takes in, and its lines in the recording.

const { Body } = require('./bodies.js');
const { answered, newFlow, tellCall } = require('./flows.js');
const { siteOfListen } = require('./listens.js');
const { ABSENT } = require('./recording.js');
const { routeOf } = require('./routes.js');
const { writeBody, writeRequest, writeResponse } = require('./request-lines.js');
const { tell } = require('./listeners.js');

let recording;
let latest; // the request that was taken in last, until it is answered

const targetOf = (message) => message.originalUrl ?? message.url;

/** Returns the request that was taken in last, or undefined once it is answered. */
const latestRequest = () => latest;

/** A request that is recorded. */
class Request {
  /**
   * `from`: the call site of the code that sent it, or undefined. `route`: of HotRoutes, or undefined if nothing of it
   * is left out.
   */
  constructor({ message, response, via }, { flow, call }, from, route) {
    this.number = recording.nextRequest();
    this.given = flow;
    this.call = call;
    this.from = from;
    this.route = route;
    this.via = via;
    this.method = message.method;
    this.target = targetOf(message);
    this.headers = message.rawHeaders ?? Object.entries(message.headers ?? {}).flat();
    this.message = message;
    this.response = response;
    this.finishing = response._events?.finish; // Node's own listener, if there is one
    this.status = undefined;
    this.operations = 0;
    this.context = { request: this, site: undefined, quiet: false };
    this.body = undefined;
    this.answer = undefined;
    this.hasBegun = false;
    this.sent = ABSENT;
    this.isEnding = false;
    this.isFile = false;
    this.isAnswered = false;
  }

  /** The flow's id. */
  get flow() {
    return this.given ??= newFlow(this.number);
  }

  set flow(flow) {
    this.given = flow;
  }

  handler() {
    return routeOf(this.message);
  }

  writeHead(server) {
    latest = this;
    const at = server && siteOfListen(server);
    // A server that a test makes for one request (supertest) listens where that is sent.
    writeRequest(this, at, this.from ?? (this.method && this.target ? at : undefined));
  }

  addToBody(chunk, encoding) {
    (this.body ??= new Body()).add(chunk, encoding);
  }

  writeBody() {
    const { body } = this;
    if (!body || body.isEmpty) return;
    this.body = undefined;
    writeBody(this, body);
  }

  /** Before the first piece of the answer is sent. */
  begin() {
    if (this.hasBegun) return;
    this.hasBegun = true;
    answered(this);
  }

  /** Before all of the answer is sent: its line tells when that was. */
  beginLast() {
    if (this.hasBegun) return;
    this.hasBegun = true;
    if (this.call !== undefined) this.sent = recording.time();
  }

  addToAnswer(chunk, encoding) {
    (this.answer ??= new Body()).add(chunk, encoding);
  }

  /** When its stream is closed: the end of a file's contents is not seen. */
  closed() {
    if (this.isFile && !this.isAnswered) this.writeResponse();
  }

  writeResponse() {
    this.isAnswered = true;
    if (latest === this) latest = undefined;
    this.status = this.response.statusCode;
    this.route?.answered(this.status);
    writeResponse(this);
    tell('response', this);
    tellCall('done', this);
  }
}

function makeRequests(to) {
  recording = to;
}

module.exports = { Request, latestRequest, makeRequests, targetOf };
