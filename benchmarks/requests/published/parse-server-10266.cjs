'use strict';
// A failed login looks whether the account is locked, counts itself, and locks the account if that is one too many.
const { FIXED, HEADERS, PACKAGES, signUp, startParseServer } = require('./lib/parse-server.cjs');

const PASSWORD = 'a long password';
const login = (password) => ['POST', '/parse/login', { username: 'ann', password }, HEADERS];

exports.issue = 'parse-community/parse-server#10266';
exports.about = 'an account that is locked after two wrong passwords lets a third guess pass';
exports.loss = ['limit', 'lost update'];
exports.packages = PACKAGES;
// Two wrong passwords, the first ones of an account, still count as one: a request that finds no count sets it to 0.
exports.fixed = { packages: FIXED, known: ['POST /parse/login'] };
exports.start = ({ urls }) => startParseServer({
  urls, optionsOf: () => ({ accountLockout: { duration: 5, threshold: 2 } }),
});
exports.traffic = async (send) => {
  await signUp(send);
  const attempt = async (password, status) => {
    const [method, target, body, headers] = login(password);
    await send(method, target, body, status, headers);
  };
  await attempt('wrong', 404);
  await attempt('wrong', 404);
  await attempt('wrong', 404); // locked
  await attempt(PASSWORD, 404);
};
exports.pair = async (send, both) => {
  await signUp(send);
  const [method, target, body, headers] = login('wrong');
  await send(method, target, body, 404, headers);
  await both(login('wrong'), login('wrong'));
};
exports.harm = ({ bodies }) => bodies.every(({ error }) => !/locked/.test(error));
