'use strict';
// Secrets near their names: in sentences, in paths of URLs, below the heads of tables. And what has to stay readable.
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { withoutSecrets } = require('../../../lib/shown/secrets.js');

const shown = (texts) => texts.map(withoutSecrets);

test('a value in a sentence that names a secret', () => {
  assert.deepEqual(shown([
    'the password for ann is mango42', 'his pin code is 4711', 'logged in as ann with password mango42', 'your one-time code: 123456',
    'otp 123456 sent', 'token mango42xyz expired', 'Verification code for ann@x.de is 314159', 'logs in with password "abc"',
    'reset token of ann: 9f8e7d6c5b4a39281706f5e4d3c2b1a0', '{"message":"the password for ann is mango42"}',
  ]), [
    'the password for ann is ***', 'his pin code is ***', 'logged in as ann with password ***', 'your one-time code: ***',
    'otp *** sent', 'token *** expired', 'Verification code for ann@x.de is ***', 'logs in with password "***"',
    'reset token of ann: ***', '{"message":"the password for ann is ***"}',
  ]);
});

test('a part of the path of a URL that is a secret', () => {
  assert.deepEqual(shown([
    'GET /reset/9f8e7d6c5b4a39281706f5e4d3c2b1a0', 'POST /password-reset/mango42abc', '/verify-email/token/mango42',
    '/api/tokens/mango42x/use', 'https://shop.example/invite/Zx81kfQp09?lang=de', 'POST /otp/123456',
  ]), [
    'GET /reset/***', 'POST /password-reset/***', '/verify-email/token/***',
    '/api/tokens/***/use', 'https://shop.example/invite/***?lang=de', 'POST /otp/***',
  ]);
});

test('a column of a table whose head names a secret', () => {
  assert.deepEqual(shown([
    'id,email,password\n1,ann@x.de,mango42\n2,bob@x.de,kiwi77\n\nnext,line,here', 'email;password\r\nann;mango42\r\nbob;kiwi77',
    'user\tpassword\nann\tmango42', JSON.stringify({ body: 'user,pin\nann,4711' }),
    ' name | password \n------+----------\n ann  | mango42\n(1 row)', '| name | token |\n| --- | --- |\n| ann | mango |',
  ]), [
    'id,email,password\n1,ann@x.de,***\n2,bob@x.de,***\n\nnext,line,here', 'email;password\r\nann;***\r\nbob;***',
    'user\tpassword\nann\t***', JSON.stringify({ body: 'user,pin\nann,***' }),
    ' name | password \n------+----------\n ann  | ***\n(1 row)', '| name | token |\n| --- | --- |\n| ann | *** |',
  ]);
});

test('passwords of accounts in commands and addresses', () => {
  assert.deepEqual(shown([
    'ACL SETUSER ann on >mango42 ~* +@all', 'acl setuser ann #5e884898da28047151d0e56f8dc62927', 'sqlcmd -S h -U me -P mango42',
    'jdbc:oracle:thin:me/mango42@//db:1521/x', 'me:mango42@db.example.com:5432',
  ]), [
    'ACL SETUSER ann on >*** ~* +@all', 'acl setuser ann #***', 'sqlcmd -S h -U me -P ***',
    'jdbc:oracle:thin:me/***@//db:1521/x', 'me:***@db.example.com:5432',
  ]);
});

test('sentences, paths and tables without a secret stay readable', () => {
  const texts = [
    'reset the password for ann', 'the password is wrong', 'token is invalid', 'pin the version is 4.2', 'Unexpected token abc123 in JSON',
    'the token expired after 3600s', 'the token uses sha256', 'password must have 8 characters', 'session 12345678 opened',
    'the token of user42 is gone', 'pins depth-0 in the cookie', 'otp (auth.js:1234:5)', 'token v1.2.3 of 2024-11-28T10:00:00Z',
    'GET /reset/password', '/users/42/orders', '/tokens/refresh', '/reset/confirm', '/sessions/new', 'GET /session/123', '/auth/login',
    '/oauth/token', '/api/v1/tokens', '/home/ann/tokens/packages2/index.js:12', '/secrets/v2beta1/list',
    'id,email,name\n1,a,b', 'hash, length, speed of each\n1, 2, 3', 'password,\ntoken,', 'token; the\nsession',
    'mailto:ann42@example.com', 'npm:left-pad2@1.3.0', 'git@github.com:me/repo.git',
  ];
  assert.deepEqual(shown(texts), texts);
});
