'use strict';
// A code sent by SMS is compared with the one in the user's row, which is saved without it.
const { FIXED, PACKAGES, signUp, startParseServer } = require('./lib/parse-server.cjs');

exports.issue = 'parse-community/parse-server#10449';
exports.about = 'a code sent by SMS logs in twice';
exports.loss = ['double use', 'extra row', 'duplicate'];
exports.packages = PACKAGES;
// Fired at once on plain Node, two requests to set up the second factor by SMS both succeed in 7 of 10 trials of the
// fixed version. One after the other, the second is answered 400.
exports.fixed = { packages: FIXED, known: ['PUT /parse/users/:objectId'] };
exports.start = ({ urls }) => startParseServer({ urls, optionsOf: (outbox) => ({
  auth: { mfa: { enabled: true, options: ['SMS'], sendSMS: (token) => { outbox.push(token); } } },
}) });
const mobile = '+15555555555';
const challenged = async (send, outbox) => {
  const { change, login } = await signUp(send);
  await change({ mobile });
  await change({ mobile, token: outbox.at(-1) });
  const [method, target, body, headers] = login('request');
  await send(method, target, body, 400, headers);
  return login(outbox.at(-1));
};
exports.traffic = async (send, { outbox }) => {
  const [method, target, body, headers] = await challenged(send, outbox);
  await send(method, target, body, 200, headers);
  await send(method, target, body, 400, headers);
};
exports.pair = async (send, both, { outbox }) => {
  const login = await challenged(send, outbox);
  await both(login, login);
};
exports.harm = ({ statuses }) => statuses.every((status) => status === 200);
