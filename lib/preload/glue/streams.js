'use strict';
// The late halves of calls that Node makes on streams and handles.

function destroyedError(name) {
  const error = new Error(`Cannot call ${name.replace(/^_/, '')} after a stream was destroyed`);
  error.code = 'ERR_STREAM_DESTROYED';
  return error;
}

// Started late, a stream may be gone meanwhile: its file may be closed, and the descriptor belong to another.
// Opening and closing are awaited by destroy() itself.
const startLater = (original, name) =>
  function start(...args) {
    if (!this.destroyed || name === '_construct' || name === '_destroy') return Reflect.apply(original, this, args);
    const done = args.at(-1);
    if (typeof done === 'function') done(destroyedError(name));
    return undefined;
  };

const pushLater = (original) =>
  function push(...args) {
    if (this.destroyed) return false;
    const more = Reflect.apply(original, this, args);
    // As Node does after the end came in: without it a paused stream would never notice.
    if (args[0] === null) this.read(0);
    return more;
  };

// A stream's connection: its own, or that of its HTTP/2 session.
function connectionOf(stream) {
  try {
    return (stream.session?.socket ?? stream)._handle;
  } catch {
    return undefined; // the session has let its socket go
  }
}

const paused = new WeakSet(); // handles

function datagramSource(state) {
  const { handle } = state;
  if (!handle) return undefined;
  const isReading = () => state.handle === handle && state.receiving;
  return { handle, isReading, stop: () => handle.recvStop(), start: () => handle.recvStart() };
}

// Returns the functions that stop and start the reading of an object's connection. A datagram socket's _handle is
// deprecated, and warns about it.
function sourceOf(object) {
  const symbol = Object.getOwnPropertySymbols(object).find(({ description }) => description === 'state symbol');
  if (symbol) return datagramSource(object[symbol]);
  const handle = connectionOf(object);
  if (typeof handle?.readStop !== 'function') return undefined;
  const isReading = () => handle.reading !== false;
  return { handle, isReading, stop: () => handle.readStop(), start: () => handle.readStart() };
}

// One pause at a time: the streams of a session share it.
function pausable(object) {
  const source = sourceOf(object);
  return source?.isReading() && !paused.has(source.handle) ? source : undefined;
}

const canPause = (object) => pausable(object) !== undefined;

// Two of the functions that "handle" in the model leads to need a stand-in of their own, here and in watchHandler().
function lateHandler(original, owner, holder, name) {
  return function late(...args) {
    if (name === 'onconnection' && owner._handle !== holder) {
      args[1]?.close?.(); // the server was closed meanwhile: the system resets what it had not accepted
      return undefined;
    }
    return Reflect.apply(original, this, args);
  };
}

module.exports = function streams(options, { park, note, keepChild, reapChild }) {
  const watched = new WeakSet();

  // The child's process stays a zombie until its 'exit' comes, as in plain Node.
  function reaping(onexit, { pid }) {
    keepChild(pid);
    return function reap(...args) {
      reapChild(pid);
      return Reflect.apply(onexit, this, args);
    };
  }

  function pauseReading(object, wait, name, phase) {
    const source = pausable(object);
    if (source) {
      paused.add(source.handle);
      source.stop();
    }
    const resume = () => {
      if (name !== undefined) note(name, phase);
      if (!source) return; // what was done closed the connection
      paused.delete(source.handle);
      if (source.isReading()) source.start(); // closed meanwhile, it refuses
    };
    park(wait, 0, resume, undefined, []);
  }

  // Connecting is a request: the handle calls the request's oncomplete.
  function watchConnect(owner, holder, deliver) {
    for (const name of ['connect', 'connect6']) {
      const original = holder[name];
      if (typeof original !== 'function') continue;
      holder[name] = function connect(request, ...rest) {
        const { oncomplete } = request;
        request.oncomplete = function completed(...args) {
          return deliver(owner, oncomplete, oncomplete, this, args);
        };
        return Reflect.apply(original, this, [request, ...rest]);
      };
      watched.add(holder[name]);
    }
  }

  function watchHandler(owner, holder, name, deliver) {
    const original = holder[name];
    if (watched.has(original)) return;
    if (name === 'connect') {
      watchConnect(owner, holder, deliver);
      return;
    }
    const isExit = name === 'onexit' && holder.pid > 0;
    const reached = isExit ? reaping(original, holder) : original;
    const late = lateHandler(reached, owner, holder, name);
    const readsHere = options.gates === 'on' || (options.mode !== 'never' && options.engine === 'api');
    const isHttp = name === 'onconnection' && 'maxHeadersCount' in owner && readsHere;
    const handler = function handler(...args) {
      // An HTTP server would read natively from the handle, past the stream's push; then nothing could be delayed.
      if (isHttp && args[1]) args[1]._consumed = true;
      return deliver(owner, reached, late, this, args);
    };
    watched.add(handler);
    holder[name] = handler;
  }

  return { startLater, pushLater, watchHandler, canPause, pauseReading };
};
