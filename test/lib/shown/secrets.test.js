'use strict';
// Secrets by their names, by their look, and by what the command line has shown; and what has to stay readable.
const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const { test } = require('node:test');

const { isSecretName } = require('../../../lib/names/secret-names.js');
const { shortStatement } = require('../../../lib/messages/statement.js');
const { Status } = require('../../../lib/cli/status.js');
const { drawn } = require('../../../lib/writers/html/sequence.js');
const { forJson, plainText } = require('../../../lib/shown/media.js');
const {
  learnFrom, learnFromEnvironment, valueWithoutSecrets, withoutSecrets, wordsAsSource, wordsWithoutSecrets,
} = require('../../../lib/shown/secrets.js');

const NAMES = [
  'jwt', 'accessKey', 'otp', 'pin', 'cardNumber', 'cvv', 'ssn', 'iban', 'signature', 'bearer', 'sid', 'salt', 'hash', 'api_key',
  'password', 'PGPASSWORD', 'passwd', 'client_secret', 'refreshToken', 'x-csrf-token', 'Authorization', 'connect.sid', 'apikey',
  'pin_code', 'card-number', 'recoveryCodes', 'private_key', 'db_pwd', 'session_id', 'MYSQL_PWD', 'OTPCode',
];
const READABLE_NAMES = [
  'id', 'user_id', 'code', 'key', 'email', 'shipping', 'spinner', 'author', 'passenger', 'tokenizer', 'secretary', 'commit_hash',
  'fileHash', 'token_type', 'passwordChangedAt', 'sidebar', 'design', 'hashtag', 'asset', 'balance', 'number',
];

test('names of secrets, and names that only look like them', () => {
  assert.deepEqual(NAMES.filter((name) => !isSecretName(name)), []);
  assert.deepEqual(READABLE_NAMES.filter(isSecretName), []);
});

// Each way in which a text has a name and its value.
const WAYS = {
  'JSON': (name, value) => JSON.stringify({ id: 7, [name]: value, more: 1 }),
  'JSON in JSON': (name, value) => JSON.stringify({ body: JSON.stringify({ id: 7, [name]: value, more: 1 }) }),
  'JSON that was cut': (name, value) => JSON.stringify({ id: 7, [name]: value }).slice(0, -2),
  'query string': (name, value) => `GET /orders?${name}=${encodeURIComponent(value)}&id=7 200`,
  'form': (name, value) => `id=7&${name}=${encodeURIComponent(value)}`,
  'multipart': (name, value) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--`,
  'header': (name, value) => `${name}: ${value}\nAccept: text/html`,
  'SQL': (name, value) => `UPDATE users SET "${name}" = '${value}' WHERE id = 7`,
  'SQL without quotes': (name, value) => `SELECT * FROM users u WHERE u.${name.replaceAll('-', '_')} = '${value}' AND id = 7`,
  'INSERT': (name, value) => `INSERT INTO users (id, ${name}, age) VALUES (7, '${value}', 3), (8, '${value}', 4)`,
  'Redis': (name, value) => `HSET user:7 id 7 ${name} ${value}`,
  'variable': (name, value) => `sh -c '${name.replaceAll(/[-.]/g, '_')}=${value} run it'`,
  'option': (name, value) => `run --${name} ${value} --id 7`,
  'option with a sign': (name, value) => `run --${name}='${value}' --id 7`,
};

test('a value under the name of a secret is not shown, in any way to write it', () => {
  const value = 'mango42';
  for (const [way, write] of Object.entries(WAYS)) {
    for (const name of NAMES.filter((one) => !one.includes('.'))) {
      const shown = withoutSecrets(write(name, value));
      assert.ok(!shown.includes(value), `${way}: ${shown}`);
      assert.ok(shown.includes('***'), `${way}: ${shown}`);
      if (write(name, value).includes('7')) assert.match(shown, /7/, `${way} lost the rest: ${shown}`);
      const plain = write('colour', value);
      assert.equal(withoutSecrets(plain), plain, `${way}: the control stays as it is`);
    }
  }
});

const base64 = (bytes) => crypto.createHash('sha512').update('a fixed text').digest('base64').slice(0, bytes).replaceAll('/', 'x');
const jwt = ['{"alg":"HS256"}', '{"sub":"1"}', 'signed here'].map((part) => Buffer.from(part).toString('base64url')).join('.');
const LOOKS = {
  'a JWT': jwt, 'a random token': base64(32), 'a longer one': base64(64), 'a card': '4242424242424242', 'a card in groups': '5555 5555 5555 4444',
  'American Express': '378282246310005', 'an IBAN': 'GB82 WEST 1234 5698 7654 32', 'a social security number': '123-45-6789',
  'AWS': ['AKIA', 'IOSFODNN7ABCDEFG'].join(''), 'GitHub': ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_'),
  'Stripe': ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_'),
  'a private key': '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----',
};

test('a value that looks like a secret is not shown, whatever its name is', () => {
  for (const [kind, value] of Object.entries(LOOKS)) {
    for (const text of [value, `note: ${value}`, `SELECT 1 FROM t WHERE a = '${value}'`, JSON.stringify({ note: value }), `SET k ${value}`]) {
      const shown = withoutSecrets(text);
      assert.ok(!shown.includes(value) && !shown.includes(JSON.stringify(value).slice(1, -1)), `${kind}: ${shown}`);
    }
  }
});

test('ids, numbers, paths, hashes of commits and sentences stay readable', () => {
  for (const text of [
    '3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'commit 30db1a52f0c0ffee30db1a52f0c0ffee30db1a52', '1764313200000', '4242424242424241',
    '9007199254740993', 'coupon code \'X\'', 'balance is 7, one by one 8', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'id 507f1f77bcf86cd799439011',
    'lib/requests/candidates/AnsweredOtherwise2.js:12:5', 'shouldReturnTheRightUserWhenTokenIsExpired2', '2026-11-28T06:40:06.123Z',
    'Error: token: expected string', 'invalid password: must be long', 'token: expired', 'session: not found', '# pass 3', 'pass: 3',
    'if (password === given) return next();', 'at Session.run (lib/session.ts:3:4)', 'http://localhost:3000/@scope/x', 'password = $1',
    'GET /session/:id', 'SELECT token FROM users WHERE id = 7', 'node --test test/token.test.js', '--password $PGPASSWORD',
    'TAP version 13', '/tmp/nacd-test-hR3kQ9/disk/out', 'a/nacd-test-hR3kQ9/disk/out-of-it', '/tmp/x9Yq2Lw8/src/tests/a', 'fs.stat(a)@b.js:6:8#1/fs.open#1', 'sha512-fileName', 'DELETE FROM tokens WHERE token = ?',
  ]) assert.equal(withoutSecrets(text), text);
});

test('paths with random names stay readable, random tokens do not', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const random = (length, seed) => [...crypto.createHash('sha512').update(`${seed}`).digest()].slice(0, length)
    .map((byte) => letters[byte % letters.length]).join('');
  const paths = (seed) => [
    `/tmp/nacd-test-${random(6, seed)}/disk/out`, `/var/folders/${random(6, seed)}/T/nacd-${random(6, -seed)}/a.js`, `dist/chunk-${random(8, seed)}.js`,
    `node_modules/@babel/core/lib/transformFile${random(8, seed)}.js:3:4`, `.next/static/chunks/${random(20, seed)}.js`,
  ];
  const masked = [];
  let shown = 0;
  for (let seed = 1; seed <= 1000; seed++) {
    masked.push(...paths(seed).filter((text) => withoutSecrets(text) !== text));
    const bytes = crypto.createHash('sha512').update(`${seed}`).digest().subarray(0, 32);
    if (withoutSecrets(bytes.toString('base64')) !== '***') shown++;
    if (withoutSecrets(`x ${random(40, seed)} y`) !== 'x *** y') shown++;
  }
  assert.deepEqual(masked, []);
  assert.ok(shown < 60, `${shown} of 2000 random tokens are shown`); // those with hardly a digit look like names
});

test('a statement that names a secret shows a literal only where it says that it is something else', () => {
  for (const text of [
    "INSERT INTO users (id, password) SELECT 1, 'mango42'", "SELECT * FROM users WHERE (id, password) = (1, 'mango42')",
    "SELECT * FROM users WHERE 'mango42' = u.password", 'UPDATE users SET password = $$mango42$$ WHERE id = 7',
    'UPDATE users SET name = $n$ann$n$, password = $p$mango42$p$', "SELECT set_password('ann', 'mango42')",
    "SELECT * FROM users WHERE data->>'password' = 'mango42'", "INSERT INTO users (email, password) SELECT email, 'mango42' FROM old",
    "MERGE INTO users u USING (SELECT 1 AS id, 'mango42' AS password) s ON u.id = s.id WHEN MATCHED THEN DELETE",
    "SELECT * FROM users WHERE name = crypt('mango42', password)", "SELECT * FROM t WHERE note BETWEEN 'a' AND 'mango42' OR token = 'b'",
    "SELECT * FROM t WHERE token IN ('a', 'mango42')", "insert into t (a, token) values ('x', 'mango42",
    `{"text":"SELECT 1 FROM t WHERE (id, token) = (1, 'mango42')","site":"a.js"}`,
  ]) assert.ok(!/mango/.test(withoutSecrets(text)), withoutSecrets(text));
  // What is known to be something else stays.
  const shown = {
    "SELECT * FROM users WHERE lower(email) = lower('ann') AND password = 'x1'": "'ann'",
    "INSERT INTO users (email, password) VALUES ('ann', 'x1'), ('bob', 'y1')": "'bob'",
    "SELECT * FROM t WHERE token = 'x1' AND at > now() - interval '1 hour'": "'1 hour'",
    "UPDATE session SET data = 'cart' WHERE sid = 'x1'": "'cart'", "SELECT * FROM t WHERE token = 'x1' AND name IN ('a', 'bc')": "'bc'",
    'SELECT * FROM t WHERE (id, pin) = (12, 123456) AND qty = 300000': '300000',
  };
  for (const [text, kept] of Object.entries(shown)) {
    assert.ok(withoutSecrets(text).includes(kept) && !/x1|y1|123456/.test(withoutSecrets(text)), withoutSecrets(text));
  }
  for (const text of ["SELECT used FROM coupon WHERE code = 'X' AND owner LIKE 'a%'", "select a token, it's 'blue' or 'red'"]) {
    assert.equal(withoutSecrets(text), text);
  }
});

test('names and values in turn, and commands in small letters', () => {
  for (const text of ['auth s3cretive', 'auth ann s3cretive', 'PUT ["password","s3cretive"]', 'x [\\"a\\",\\"b\\",\\"token\\",\\"s3cretive\\"]']) {
    assert.ok(!/s3cretive/.test(withoutSecrets(text)), withoutSecrets(text));
  }
  for (const text of ['auth middleware', 'auth test 12', 'hash: 4f3a9c21d7e0', '["id","password","email"]']) {
    assert.equal(withoutSecrets(text), text);
  }
  assert.equal(withoutSecrets('{"hash":"4f3a9c21d7e0"}'), '{"hash":"***"}');
});

test('a long text takes no longer for each character', () => {
  const parts = ['select(', 'select password from \\\\', "insert into t (password) values ('x') ", '["a",', '$a$ select password ', "('a',"];
  const seconds = (length) => parts.reduce((sum, part) => {
    const text = `select password from ${part.repeat(length / part.length)}`;
    const began = performance.now();
    withoutSecrets(text);
    return sum + performance.now() - began;
  }, 0);
  seconds(10_000);
  const [short, long] = [seconds(20_000), seconds(160_000)];
  assert.ok(long < 30 * short, `8 times the text takes ${(long / short).toFixed(0)} times as long`); // 64 times if quadratic
});

test('passwords in commands of every kind', () => {
  for (const command of [
    'PGPASSWORD=mango42 psql -f x.sql', 'psql postgres://me:mango42@db/shop', 'redis-cli -a mango42 FLUSHALL', 'mysql -u root -pmango42 shop',
    'mysqladmin --password=mango42 ping', 'sshpass -p mango42 ssh x', 'curl -u me:mango42 http://x', 'tool --token "mango42"',
    'docker login -u me -p mango42', 'mongosh -u me -p mango42', 'curl -u "me:mango42" x', 'https://abcdefghij1mango42@host.org/x',
    'psql -c "ALTER USER me PASSWORD \'mango42\'"', 'redis://:mango42@h/1', 'amqp://me:man:go42@h', 'curl -H "Authorization: Bearer mango42" x',
  ]) {
    const shown = withoutSecrets(command);
    assert.ok(!/go42/.test(shown), shown);
    const words = command.split(' ');
    assert.ok(!/go42/.test(wordsWithoutSecrets(words).join(' ')), `as words: ${wordsWithoutSecrets(words).join(' ')}`);
    assert.equal(wordsWithoutSecrets(words).length, words.length);
  }
  assert.deepEqual(wordsWithoutSecrets(['run', '--password', 'x', 'npx']), ['run', '--password', '***', 'npx']);
  assert.deepEqual(wordsWithoutSecrets(['tool', '--password', 'a b x']), ['tool', '--password', '***']);
  assert.equal(withoutSecrets('mysql -u root -p shop'), 'mysql -u root -p shop');
});

test('a secret of the command line is not shown where its name is missing', () => {
  const text = 'the server says: no access with pomelo77';
  assert.equal(withoutSecrets(text), text);
  learnFrom('sh -c "PGPASSWORD=pomelo77 psql"');
  assert.equal(withoutSecrets(text), 'the server says: no access with ***');
  assert.equal(withoutSecrets('pomelo771'), 'pomelo771', 'only as a whole word');
});

test('statements and forms with a value in an unusual place', () => {
  for (const text of [
    "SELECT 1 FROM u WHERE lower(token) = 'mango42'", "WHERE token = lower('mango42')", "SET token = E'mango42'", 'hset k password mango42',
    'CONFIG SET requirepass mango42', 'HELLO 3 AUTH default mango42', 'SETEX otp:7 60 mango42', 'SET session:7 mango42', 'password[]=mango42&a=1',
    'user%5Bpassword%5D=mango42&a=1', '<password>mango42</password>', 'AccountKey=mango42;a=1',
  ]) assert.ok(!withoutSecrets(text).includes('mango42'), withoutSecrets(text));
  assert.ok(!plainText('pass\u200bword=mango42').includes('mango42'));
  assert.ok(!plainText('password=man\0go42').includes('go42'));
  for (const text of ['SET cart:7 mango42', '<city>mango42</city>', "WHERE lower(city) = 'mango42'", 'digest 123456', 'pw: page.waitFor']) {
    assert.equal(withoutSecrets(text), text);
  }
});

test('what is cut is masked before', () => {
  const statement = `SELECT ${'a, '.repeat(20)} b FROM t WHERE c = 'x' AND token = 'mango42${'y'.repeat(300)}'`;
  assert.ok(!shortStatement(statement).includes('mango'));
  const text = `${'a'.repeat(8)} postgres://me:mango42@db.example.org/shop`;
  const page = drawn({ lanes: ['a'], steps: [{ kind: 'operation', who: 'A', lane: 'a', at: 1, text, site: 'a.js:1:1' }] });
  assert.ok(!page.includes('mango'), page);
  const written = [];
  new Status({ isTTY: true, columns: 30, write: (one) => written.push(String(one)) }).show('run postgres://me:mango42@db.example.org');
  assert.ok(!written.join('').includes('mango'));
});

test('JSON by name: rows, rows as text, lists, short numbers of a card', () => {
  const value = { row: '{"id":7,"otp":"123456","note":"n"}', keys: { token: ['a', 'b'], id: ['7'] }, cvv: 123, pin: 1234, session: 3 };
  assert.deepEqual(valueWithoutSecrets(value), {
    row: '{"id":7,"otp":"***","note":"n"}', keys: { token: ['***', '***'], id: ['7'] }, cvv: '***', pin: '***', session: 3,
  });
  assert.deepEqual(valueWithoutSecrets({
    card: 4242424242424242, password: 987654, passwords: ['x'], more: { password: { v: 'x' } }, headers: { Cookie: 'a=x' }, id: 7,
    flat: ['host', 'h', 'cookie', 'a=x'], form: [{ name: 'password', value: 'x' }, { name: 'city', value: 'x' }],
  }), {
    card: '***', password: '***', passwords: ['***'], more: { password: { v: '***' } }, headers: { Cookie: '***' }, id: 7,
    flat: ['host', 'h', 'cookie', '***'], form: [{ name: 'password', value: '***' }, { name: 'city', value: 'x' }],
  });
  const text = JSON.stringify({ cvv: 123, passwords: ['x', 'y'], password: { v: 'x' }, id: 7 });
  assert.deepEqual(JSON.parse(withoutSecrets(text)), { cvv: '***', passwords: '***', password: '***', id: 7 });
  assert.equal(forJson(JSON.parse(text)), '{"cvv":"***","passwords":["***","***"],"password":{"v":"***"},"id":7}');
});

test('a test that is written names variables in the place of secrets', () => {
  const { source, variables } = wordsAsSource(['sh', '-c', 'PGPASSWORD=mango42 psql']);
  assert.deepEqual(variables, ['NACD_SECRET_1']);
  assert.equal(source, '["sh", "-c", "PGPASSWORD=" + process.env.NACD_SECRET_1 + " psql"]');
  assert.equal(wordsAsSource(['npm', 'test']).source, '["npm", "test"]');
});

test('long texts take no longer than their length allows', () => {
  const timeOf = (text) => Math.min(...[1, 2, 3].map(() => {
    const began = process.cpuUsage();
    withoutSecrets(text);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  }));
  const of = (text) => timeOf(text.repeat(6400)) / Math.max(timeOf(text.repeat(800)), 1);
  for (const text of ['insert into a (b) ', 'mysql ', 'name="pin"\n', 'token="', 'a:b@', 'x-key: ', 'AAAAaaaa1111', '1111 ', 'eyJ', 'HSET ', '://a:',
    'name=pin\n', 'set-cookie: ', 'a=b, c=d', '--pin a ', "--pin '", 'password ', '%3A%2F%2F', 'password = ', 'pin[0]', '<pin a=']) {
    assert.ok(of(text) < 40, text); // 8 if linear, 64 if quadratic
  }
});

test('a path in a variable is no secret, whatever the name of the variable', () => {
  learnFromEnvironment({
    PWD: '/home/ann/shop2026', OLDPWD: 'C:\\work\\shop2026', SSH_AUTH_SOCK: '/tmp/ssh-x1/agent.12', APP_TOKEN: 'mango-learned-42',
  });
  const text = 'in /home/ann/shop2026/.nacd and C:\\work\\shop2026 by /tmp/ssh-x1/agent.12';
  assert.equal(withoutSecrets(text), text);
  assert.equal(withoutSecrets('it is mango-learned-42'), 'it is ***');
});

test('a password of several words is masked up to the next name, a quote or the end of the line', () => {
  for (const [text, shown] of [
    ['login password=mango papaya 42', 'login password=***'],
    ['password=mango papaya\nuser ann', 'password=***\nuser ann'],
    ['host=db password=mango papaya dbname=shop user=ann', 'host=db password=*** dbname=shop user=ann'],
    ['db_password=mango papaya port: 5432', 'db_password=*** port: 5432'],
    ['"passphrase=mango papaya" is wrong', '"passphrase=***" is wrong'],
    ['(password=mango papaya) is wrong', '(password=***) is wrong'],
    ['Server=db;Password=mango papaya;Database=shop', 'Server=db;Password=***;Database=shop'],
    ['password=mango papaya --verbose', 'password=*** --verbose'],
    // These have one word only.
    ['GET /login?password=mango HTTP/1.1', 'GET /login?password=*** HTTP/1.1'],
    ['mysqladmin --password=mango42 ping', 'mysqladmin --password=*** ping'],
    ['PGPASSWORD=mango42 node main.js', 'PGPASSWORD=*** node main.js'],
    ['UPDATE account SET password=mango42 WHERE id = 1', 'UPDATE account SET password=*** WHERE id = 1'],
    ['token=mango42 of ann', 'token=*** of ann'],
  ]) assert.equal(withoutSecrets(text), shown);
});

test('spaces around the sign, lists of fields, encoded texts and commands in commands hide no secret', () => {
  for (const text of [
    'password = mango42 with papaya', 'password = mango', '/* password = mango papaya */ SELECT 1', 'api_key = mango42', 'password[0]=mango42',
    'user%5Bpassword%5D%5B0%5D=mango42', 'next=%3Fpassword%3Dmango42', 'DATABASE=postgres%3A%2F%2Fme%3Amango42%40db%2Fshop',
    'Set-Cookie: a=papaya; Path=/, b=mango42; Path=/', 'name=password\r\n\r\nmango42\r\n--b--', '<wsse:Password Type="x">mango42</wsse:Password>',
    "--serve 'PORT=1 node x.js --db-pass mango42' --traffic 'x'", "--serve 'node x.js --token mango42'", "sh -c 'tool --password '\\''mango 42'\\'''",
    'OPTIONS=--password=mango42 node x.js', 'java -Dpassword=mango42', 'docker run -eDB_PASSWORD=mango42',
    'logs in with password "mango"', 'the password is mango42', 'Kennwort: mango42', 'licenseKey=mango42',
  ]) {
    const shown = withoutSecrets(text);
    assert.ok(!/mango/.test(shown) && shown.includes('***'), shown);
  }
  for (const text of [
    'const password = readSecret();', 'password = config.password', 'this.password = password;', 'let token = next(3)', 'SET password = EXCLUDED.password',
    'password reset works', 'the password is required', 'colour = mango42', 'colour[0]=mango42', '--serve \'node x.js --colour mango42\'',
    'Set-Cookie', 'a password field', 'const token = abc123de',
  ]) assert.equal(withoutSecrets(text), text);
  assert.equal(withoutSecrets("--serve 'a --token mango42' --traffic 'b c'"), "--serve 'a --token ***' --traffic 'b c'");
  assert.ok(!withoutSecrets('-----BEGIN PGP PRIVATE KEY BLOCK-----\nmango\n-----END PGP PRIVATE KEY BLOCK-----').includes('mango'));
  assert.equal(withoutSecrets('4242.4242.4242.4242'), '***');
});

test('characters that are not seen hide no secret in JSON, and a variable of GraphQL has the name of what it is given to', () => {
  for (const text of ['pass\u200bword=mango42', 'pass\u001b[1mword=mango42', 'password=man\u001b[1mgo42']) {
    assert.ok(!forJson({ text }).includes('go42'), forJson({ text }));
  }
  assert.equal(forJson({ text: 'a\u001b[1mb' }), '{"text":"a\\u001b[1mb"}');
  const query = 'mutation ($p: String!, $c: String) { login(password: $p, city: $c) { id } }';
  assert.deepEqual(valueWithoutSecrets({ query, variables: { p: 'mango', c: 'Rome', token: 'kiwi' } }),
    { query, variables: { p: '***', c: 'Rome', token: '***' } });
});
