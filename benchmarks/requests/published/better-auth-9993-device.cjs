'use strict';
// A device code that is approved is exchanged for a session, then deleted.
const { ANN, FIXED, PACKAGES, startBetterAuth } = require('./lib/better-auth.cjs');

exports.issue = 'better-auth/better-auth#9993 (device code)';
exports.about = 'a device code gives two sessions';
exports.loss = ['double use', 'extra row', 'duplicate'];
exports.packages = PACKAGES;
// Fired at once on plain Node, two requests that approve one code both succeed in 3 of 10 trials of the fixed version.
// One after the other, the second is answered 400.
exports.fixed = { packages: FIXED, known: ['POST /api/auth/:n/approve'] };
exports.start = ({ urls }) => startBetterAuth({
  urls,
  optionsOf: ({ plugins }) => ({
    emailAndPassword: { enabled: true }, plugins: [plugins.deviceAuthorization({ interval: '1s', schema: {} })],
  }),
});
const exchange = async (send) => {
  const { cookie } = await send('POST', '/api/auth/sign-up/email', ANN);
  const { body } = await send('POST', '/api/auth/device/code', { client_id: 'tv' });
  const headers = { cookie };
  await send('GET', `/api/auth/device?user_code=${body.user_code}`, undefined, 200, headers);
  await send('POST', '/api/auth/device/approve', { userCode: body.user_code }, 200, headers);
  return { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: body.device_code, client_id: 'tv' };
};
exports.traffic = async (send) => {
  const grant = await exchange(send);
  await send('POST', '/api/auth/device/token', grant);
  await send('POST', '/api/auth/device/token', grant, 400);
};
exports.pair = async (send, both) => {
  const grant = await exchange(send);
  await both(['POST', '/api/auth/device/token', grant], ['POST', '/api/auth/device/token', grant]);
};
exports.harm = async ({ count }) => await count('session') > 2;
