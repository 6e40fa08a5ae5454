'use strict';
// A recovery code is looked up in the user's row, which is saved without it.
const { FIXED, PACKAGES, signUp, startParseServer } = require('./lib/parse-server.cjs');

exports.issue = 'parse-community/parse-server#10275';
exports.about = 'a recovery code logs in twice';
exports.loss = ['double use', 'extra row', 'duplicate'];
exports.packages = PACKAGES;
// Fired at once on plain Node, two requests to set up the second factor both succeed in 5 of 10 trials of the fixed
// version. One after the other, the second is answered 400.
exports.fixed = { packages: FIXED, known: ['PUT /parse/users/:objectId'] };
exports.start = ({ urls }) => startParseServer({ urls, optionsOf: () => ({ auth: { mfa: { enabled: true, options: ['TOTP'] } } }) });
const enrolled = async (send) => {
  const { TOTP, Secret } = require('otpauth');
  const secret = new Secret();
  const { change, login } = await signUp(send);
  const token = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret }).generate();
  const { body } = await change({ secret: secret.base32, token });
  return login(body.authDataResponse.mfa.recovery.split(', ')[0]);
};
exports.traffic = async (send) => {
  const [method, target, body, headers] = await enrolled(send);
  await send(method, target, body, 200, headers);
  await send(method, target, body, 400, headers);
};
exports.pair = async (send, both) => {
  const login = await enrolled(send);
  await both(login, login);
};
exports.harm = ({ statuses }) => statuses.every((status) => status === 200);
