'use strict';
// A token to delete an account is looked up, and deleted when all is done: what follows is done twice.
const { ANN, FIXED, PACKAGES, startBetterAuth } = require('./lib/better-auth.cjs');

exports.issue = 'better-auth/better-auth#9993 (delete account)';
exports.about = 'an account is deleted, and its refund paid, twice';
exports.loss = ['double use', 'duplicate', 'extra row'];
exports.packages = PACKAGES;
exports.fixed = { packages: FIXED };
exports.start = ({ urls }) => startBetterAuth({
  urls,
  tables: 'CREATE TABLE refund (id serial PRIMARY KEY, email text)',
  optionsOf: ({ outbox, pool }) => ({
    emailAndPassword: { enabled: true },
    user: { deleteUser: {
      enabled: true,
      sendDeleteAccountVerification: async ({ token }) => { outbox.push(token); },
      afterDelete: async ({ email }) => { await pool.query('INSERT INTO refund (email) VALUES ($1)', [email]); },
    } },
  }),
});
const asked = async (send, outbox) => {
  const { cookie } = await send('POST', '/api/auth/sign-up/email', ANN);
  const headers = { cookie };
  await send('POST', '/api/auth/delete-user', {}, 200, headers);
  return [`/api/auth/delete-user/callback?token=${outbox.at(-1)}`, headers];
};
exports.traffic = async (send, { outbox }) => {
  const [link, headers] = await asked(send, outbox);
  await send('GET', link, undefined, 200, headers);
  await send('GET', link, undefined, 404, headers);
};
exports.pair = async (send, both, { outbox }) => {
  const [link, headers] = await asked(send, outbox);
  await both(['GET', link, undefined, headers], ['GET', link, undefined, headers]);
};
exports.harm = async ({ count }) => await count('refund') > 1;
