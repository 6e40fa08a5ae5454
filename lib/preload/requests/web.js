'use strict';
// Requests that come as a web Request, without a socket, and are answered by a Response: app.request() and app.fetch()
// of hono and h3. The recorder and the prover know Node's messages, so stand-ins for these are made.

const { current } = require('./context.js');
const { rememberInjector } = require('./injectors.js');
const { requestOf } = require('./marks.js');
const { rememberRoute, routeOf } = require('./routes.js');
const { take, watchResponse } = require('./servers.js');

const { apply } = Reflect;
const { setTimeout } = globalThis; // tests may replace it later

const STREAM_MS = 100; // the test gets a Response whose body goes on for longer
const WITHOUT_BODY = new Set(['GET', 'HEAD']);

class Message {
  constructor(request) {
    const { pathname, search } = new URL(request.url);
    this.method = request.method;
    this.url = pathname + search;
    this.rawHeaders = [...request.headers].flat();
    this.headers = Object.fromEntries(request.headers);
    rememberRoute(this, () => routeOf(request));
  }

  emit() {}

  push() {}
}

class Answer {
  constructor() {
    this.statusCode = 500; // an adapter's answer if the application throws
    this.headers = {};
    this.over = new Promise((resolve) => { this.finish = resolve; });
  }

  getHeaders() {
    return this.headers;
  }

  emit() {}

  write() {}

  end() {
    this.finish();
  }
}
watchResponse(Answer.prototype);

// Of the prover: the test must not go on before the state is read.
const isKept = (answer) => Object.hasOwn(answer, 'end');

function headersOf(headers) {
  const object = Object.fromEntries(headers);
  const cookies = headers.getSetCookie?.() ?? [];
  return cookies.length > 0 ? { ...object, 'set-cookie': cookies } : object;
}

// A body can be read once, and that is the program's: a clone shares it.
function cloneOf(message) {
  try {
    return message.body ? message.clone() : undefined;
  } catch {
    return undefined; // it is read already
  }
}

async function eachPiece(message, take) {
  try {
    for await (const piece of message.body) take(Buffer.from(piece));
  } catch {
    // its source has failed: the program hears of it
  }
}

async function copyRequest(request, message) {
  const clone = cloneOf(request);
  if (clone !== undefined) {
    await eachPiece(clone, (piece) => message.push(piece));
    message.push(null);
  }
  message.complete = true;
}

// One that the program reads already is `collected` by the recorder.
async function bodyOf(request, collected) {
  if (!request.body) return Buffer.alloc(0);
  const clone = cloneOf(request);
  return clone === undefined ? collected() : Buffer.from(await clone.arrayBuffer());
}

const later = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

async function copyResponse(response, clone, answer) {
  const copied = eachPiece(clone, (piece) => answer.write(piece)).then(() => answer.end());
  if (!isKept(answer)) await Promise.race([copied, later(STREAM_MS)]);
  else await answer.over;
  return response;
}

// Returns the response, or a promise of it: the recorder knows an answer before the test does.
function answerWith(response, answer) {
  const isResponse = typeof response?.status === 'number' && typeof response.headers?.get === 'function';
  if (isResponse) Object.assign(answer, { statusCode: response.status, headers: headersOf(response.headers) });
  const clone = isResponse ? cloneOf(response) : undefined;
  if (clone !== undefined) return copyResponse(response, clone, answer);
  const { over } = answer;
  const kept = isKept(answer);
  answer.end();
  return kept ? over.then(() => response) : response;
}

async function fail(error, answer) {
  answer.end();
  await answer.over;
  throw error;
}

async function answerLater(result, answer) {
  let response;
  try {
    response = await result;
  } catch (error) {
    return fail(error, answer);
  }
  return answerWith(response, answer);
}

function answered(dispatch, answer) {
  let result;
  try {
    result = dispatch();
  } catch (error) {
    if (isKept(answer)) return fail(error, answer);
    answer.end();
    throw error;
  }
  return typeof result?.then === 'function' ? answerLater(result, answer) : answerWith(result, answer);
}

function requestFrom({ method, url, headers, payload }, base) {
  const pairs = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const body = payload.length > 0 && !WITHOUT_BODY.has(method) ? payload : undefined;
  return new Request(new URL(url, base), { method, headers: pairs, body });
}

// `dispatch(request)` lets the program answer.
function serve(request, dispatch, onMessage) {
  const message = new Message(request);
  const answer = new Answer();
  rememberInjector(message, async (options, onOther) => {
    const response = await serve(requestFrom(options, request.url), dispatch, onOther);
    const rawPayload = Buffer.from(await response.arrayBuffer());
    return { statusCode: response.status, headers: headersOf(response.headers), rawPayload };
  }, (collected) => bodyOf(request, collected));
  onMessage?.(message);
  return take(undefined, message, answer, 'inject', () => {
    copyRequest(request, message);
    return answered(() => dispatch(request), answer);
  });
}

/**
 * A function that answers a web Request, its first argument. Inside of another request, such as one that an adapter
 * took in by a socket, it is a part of that.
 */
function web(spec, original, driver) {
  return function answer(request, ...more) {
    const outer = driver?.messageOf(more);
    const dispatch = (one) => {
      if (driver) rememberRoute(outer ?? one, () => driver.routeOf(this, one, more));
      return apply(original, this, [one, ...more]);
    };
    const isInside = current()?.quiet || current()?.request !== undefined || (outer && requestOf(outer) !== undefined);
    return isInside || typeof request?.headers?.get !== 'function' ? dispatch(request) : serve(request, dispatch);
  };
}

function define(made, property, value) {
  const descriptor = Object.getOwnPropertyDescriptor(made, property);
  Object.defineProperty(value, 'name', { value: made[property].name });
  Object.defineProperty(made, property, { configurable: true, enumerable: true, writable: true, ...descriptor, value });
}

/** A function or class that makes such a function, or an object that has it as its own `property`. */
function webMade(spec, original, driver) {
  const known = new WeakSet();
  const watch = (made) => {
    const { property } = spec;
    if (property === undefined) return typeof made === 'function' ? web(spec, made, driver) : made;
    if (typeof made?.[property] !== 'function' || known.has(made)) return made;
    known.add(made);
    const answer = web(spec, made[property], driver);
    define(made, property, (request, ...more) => apply(answer, made, [request, ...more]));
    return made;
  };
  const make = function (...args) {
    return watch(new.target ? Reflect.construct(original, args, new.target) : apply(original, this, args));
  };
  return Object.setPrototypeOf(make, Object.getPrototypeOf(original));
}

/** A function whose first argument answers web Requests: a function, or an object that has it as its own `property`. */
function webGiven(spec, original, driver) {
  return function make(given, ...more) {
    if (typeof given === 'function') return apply(original, this, [web(spec, given, driver), ...more]);
    if (typeof given?.[spec.property] === 'function') {
      const answer = web(spec, given[spec.property], driver);
      define(given, spec.property, (request, ...others) => apply(answer, given, [request, ...others]));
    }
    return apply(original, this, [given, ...more]);
  };
}

module.exports = { web, webGiven, webMade };
