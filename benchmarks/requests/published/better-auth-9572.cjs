'use strict';
// A magic link is looked up, counted and used in three steps.
const { FIXED, PACKAGES, startBetterAuth } = require('./lib/better-auth.cjs');

exports.issue = 'better-auth/better-auth#9572';
exports.about = 'a magic link gives two sessions';
exports.loss = ['double use', 'extra row', 'duplicate'];
exports.packages = PACKAGES;
exports.fixed = { packages: FIXED };
exports.start = ({ urls }) => startBetterAuth({
  urls,
  optionsOf: ({ outbox, plugins }) => ({
    plugins: [plugins.magicLink({ sendMagicLink: async ({ token }) => { outbox.push(token); } })],
  }),
});
const asked = async (send, outbox) => {
  await send('POST', '/api/auth/sign-in/magic-link', { email: 'ann@example.org', name: 'Ann' });
  return `/api/auth/magic-link/verify?token=${outbox.at(-1)}`;
};
exports.traffic = async (send, { outbox }) => {
  const first = await asked(send, outbox);
  await send('GET', first);
  const link = await asked(send, outbox);
  await send('GET', link);
  await send('GET', link, undefined, 302);
};
exports.pair = async (send, both, { outbox }) => {
  await send('GET', await asked(send, outbox));
  const link = await asked(send, outbox);
  await both(['GET', link], ['GET', link]);
};
exports.harm = async ({ count }) => await count('session') > 2;
