'use strict';
// A token to reset a password is looked up, the password is changed, the token is deleted.
const { ANN, FIXED, PACKAGES, startBetterAuth } = require('./lib/better-auth.cjs');

exports.issue = 'better-auth/better-auth#9993 (reset token)';
exports.about = 'a token resets the password twice';
exports.loss = ['double use'];
exports.packages = PACKAGES;
exports.fixed = { packages: FIXED };
exports.start = ({ urls }) => startBetterAuth({
  urls,
  optionsOf: ({ outbox }) => ({
    emailAndPassword: { enabled: true, sendResetPassword: async ({ token }) => { outbox.push(token); } },
  }),
});
const asked = async (send, outbox) => {
  await send('POST', '/api/auth/sign-up/email', ANN);
  await send('POST', '/api/auth/request-password-reset', { email: ANN.email });
  return outbox.at(-1);
};
exports.traffic = async (send, { outbox }) => {
  const token = await asked(send, outbox);
  await send('POST', '/api/auth/reset-password', { token, newPassword: 'another password' });
  await send('POST', '/api/auth/reset-password', { token, newPassword: 'a third password' }, 400);
};
exports.pair = async (send, both, { outbox }) => {
  const token = await asked(send, outbox);
  await both(...['another password', 'a third password'].map((newPassword) =>
    ['POST', '/api/auth/reset-password', { token, newPassword }]));
};
exports.harm = ({ statuses }) => statuses.every((status) => status === 200);
