'use strict';
// A token to reset a password is looked up, then the password is saved and the token removed.
const { FIXED, PACKAGES, signUp, startParseServer } = require('./lib/parse-server.cjs');

exports.issue = 'parse-community/parse-server#10216';
exports.about = 'a token resets the password twice';
exports.loss = ['double use'];
exports.packages = PACKAGES;
exports.fixed = { packages: FIXED };
exports.start = ({ urls }) => startParseServer({ urls, optionsOf: (outbox) => ({
  emailAdapter: {
    sendPasswordResetEmail: async ({ link }) => { outbox.push(new URL(link).searchParams.get('token')); },
    sendVerificationEmail: async () => {}, sendMail: async () => {},
  },
}) });
const { HEADERS } = require('./lib/parse-server.cjs');
const asked = async (send, outbox) => {
  await signUp(send, { email: 'ann@example.org' });
  await send('POST', '/parse/requestPasswordReset', { email: 'ann@example.org' }, 200, HEADERS);
  while (outbox.length === 0) await new Promise((resolve) => { setTimeout(resolve, 10); });
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/x-www-form-urlencoded' };
  return (password) => ['POST', '/parse/apps/app/request_password_reset',
    String(new URLSearchParams({ token: outbox.at(-1), username: 'ann', new_password: password })), headers];
};
exports.traffic = async (send, { outbox }) => {
  const change = await asked(send, outbox);
  const [method, target, body, headers] = change('another password');
  await send(method, target, body, 200, headers);
  await send(method, target, change('a third password')[2], 400, headers);
};
exports.pair = async (send, both, { outbox }) => {
  const change = await asked(send, outbox);
  await both(change('another password'), change('a third password'));
};
exports.harm = ({ statuses }) => statuses.every((status) => status === 200);
