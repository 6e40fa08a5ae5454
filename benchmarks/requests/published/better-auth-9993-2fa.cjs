'use strict';
// A code of the second factor is compared, then a session is made, then the challenge is deleted.
const { ANN, FIXED, PACKAGES, startBetterAuth } = require('./lib/better-auth.cjs');

exports.issue = 'better-auth/better-auth#9993 (2FA challenge)';
exports.about = 'a code of the second factor gives two sessions';
exports.loss = ['double use', 'extra row', 'duplicate'];
exports.packages = PACKAGES;
// Fired at once on plain Node, two requests to enable the second factor both succeed in 3 of 10 trials of the fixed
// version: with two secrets and two sessions. One after the other, the second is answered 401.
exports.fixed = { packages: FIXED, known: ['POST /api/auth/two-factor/enable'] };
exports.start = ({ urls }) => startBetterAuth({
  urls,
  optionsOf: ({ outbox, plugins }) => ({
    emailAndPassword: { enabled: true },
    plugins: [plugins.twoFactor({
      skipVerificationOnEnable: true, otpOptions: { sendOTP: async ({ otp }) => { outbox.push(otp); } },
    })],
  }),
});
const { email, password } = ANN;
const challenge = async (send, outbox) => {
  const { cookie } = await send('POST', '/api/auth/sign-up/email', ANN);
  await send('POST', '/api/auth/two-factor/enable', { password }, 200, { cookie });
  const { cookie: second } = await send('POST', '/api/auth/sign-in/email', { email, password });
  await send('POST', '/api/auth/two-factor/send-otp', {}, 200, { cookie: second });
  return [{ code: outbox.at(-1) }, { cookie: second }];
};
exports.traffic = async (send, { outbox }) => {
  const [code, headers] = await challenge(send, outbox);
  await send('POST', '/api/auth/two-factor/verify-otp', code, 200, headers);
  await send('POST', '/api/auth/two-factor/verify-otp', code, 401, headers);
};
exports.pair = async (send, both, { outbox }) => {
  const [code, headers] = await challenge(send, outbox);
  await both(...[0, 1].map(() => ['POST', '/api/auth/two-factor/verify-otp', code, headers]));
};
exports.harm = ({ statuses }) => statuses.every((status) => status === 200);
