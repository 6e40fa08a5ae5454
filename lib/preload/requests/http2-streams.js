'use strict';
// A request that a server of HTTP/2 takes in as a stream, without the message and the response that the compatibility
// API makes of it.

const { apply, defineProperty } = Reflect;

const own = (object, name, value) => defineProperty(object, name, {
  value, writable: true, configurable: true, enumerable: false,
});

/** Both the message and the response of a stream: what the recorder and a proof need of these. */
class StreamExchange {
  #stream;

  /** `headers` and `rawHeaders`: those of the event 'stream'. */
  constructor(stream, headers, rawHeaders) {
    this.#stream = stream;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    this.method = headers[':method'];
    this.url = headers[':path'];
    this.socket = stream.session?.socket;
  }

  /** True when the whole body has come. */
  get complete() {
    return this.#stream._readableState?.ended === true;
  }

  get statusCode() {
    return this.#stream.sentHeaders?.[':status'];
  }

  getHeaders() {
    return this.#stream.sentHeaders;
  }

  once(...args) {
    return this.#stream.once(...args);
  }

  get push() {
    return this.#stream.push;
  }

  // A proof looks at the body before the program does. Nothing is read from the connection until somebody asks.
  set push(value) {
    own(this.#stream, 'push', value);
    this.#stream.read(0);
  }

  get write() {
    return this.#stream.write;
  }

  set write(value) {
    own(this.#stream, 'write', value);
  }

  get end() {
    return this.#stream.end;
  }

  // A proof keeps the end back: respond() must not end the stream by itself.
  set end(value) {
    const stream = this.#stream;
    const { respond } = Object.getPrototypeOf(stream);
    own(stream, 'end', value);
    own(stream, 'respond', (headers, options) => {
      apply(respond, stream, [headers, { ...options, endStream: false }]);
      if (options?.endStream) stream.end();
    });
  }
}

module.exports = { StreamExchange };
