'use strict';
// The lines of a request, of its body and of its response in the recording.

const { ABSENT } = require('./recording.js');

const { stringify } = JSON;
const NOTHING = {};

let recording;
let requestLine;
let bodyLine;
let responseLine;

/** `at`: the call site at which the server listens; `from`: that of the code that sent the request; or undefined. */
function writeRequest({ number, flow, method, target, headers, message, via }, at, from) {
  // Node's parser reads texts, and none has a NUL.
  const isList = via === 'http' && headers === message.rawHeaders;
  const list = isList ? headers.join('\0') : undefined;
  const json = isList ? undefined : stringify(headers);
  const { numbers } = recording;
  numbers[0] = recording.now();
  numbers[1] = number;
  requestLine(flow, method, target, list, json, via, at, from);
}

function writeBody({ number }, kept) {
  const { body, base64, cut, size } = kept.toJSON() ?? NOTHING;
  const { numbers } = recording;
  numbers[0] = recording.now();
  numbers[1] = number;
  numbers[2] = cut ? size : ABSENT;
  bodyLine(body, base64, cut ? 'true' : undefined);
}

// HTTP/1 keeps the head as it was sent; HTTP/2 has an object.
function writeResponse(request) {
  const { response, number, status, answer } = request;
  const { _header: head } = response;
  const headers = typeof head === 'string' ? undefined : response.getHeaders?.();
  const handler = request.handler();
  const { body, base64, cut, size } = answer?.toJSON() ?? NOTHING;
  const { numbers } = recording;
  numbers[0] = recording.now();
  numbers[1] = number;
  numbers[2] = status ?? ABSENT;
  numbers[3] = cut ? size : ABSENT;
  responseLine(head, headers && stringify(headers), handler, body, base64, cut ? 'true' : undefined);
}

const REQUEST = ['t:ms', 'request:number', 'flow:text', 'method:text', 'target:text', 'headers:list', 'headers:json',
  'via:text', 'server:text', 'from:text'];
const BODY = ['body:text', 'base64:text', 'cut:json', 'size:number'];

function writeRequestsTo(to) {
  recording = to;
  requestLine = to.form('request', REQUEST);
  bodyLine = to.form('body', ['t:ms', 'request:number', ...BODY]);
  responseLine = to.form('response', [
    't:ms', 'request:number', 'status:number', 'head:text', 'head:json', 'handler:text', ...BODY]);
}

module.exports = { writeBody, writeRequest, writeRequestsTo, writeResponse };
