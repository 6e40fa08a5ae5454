'use strict';
// Takes in the requests of users and calls the services. It has no store.
const { call, expressApp, isFixed, listen } = require('./common.cjs');

const app = expressApp();
const refuse = (res, text, status = 409) => res.status(status).json({ ok: false, text });

// A seat is looked up, an order is made, the number of seats is written: the last seat is sold twice.
app.post('/preserve', async (req, res) => {
  const { train, user } = req.body;
  if (isFixed) {
    if (!(await call('stock', 'POST', `/seats/${train}/take`, {})).ok) return refuse(res, 'sold out');
  } else {
    const { body: { left } } = await call('stock', 'GET', `/seats/${train}`);
    if (left < 1) return refuse(res, 'sold out');
    await call('stock', 'PUT', `/seats/${train}`, { left: left - 1 });
  }
  await call('orders', 'POST', '/orders', { item: train, user });
  return res.json({ ok: true });
});

// The payment service does this by itself, and calls the orders.
app.post('/pay', async (req, res) => {
  const { status, body } = await call('payment', 'POST', '/payments', req.body);
  return res.status(status).json(body);
});

// The order is looked up; if it is paid, the money goes back.
app.post('/cancel', async (req, res) => {
  const { order } = req.body;
  const { body: { status } } = await call('orders', 'GET', `/orders/${order}`);
  if (status === 'cancelled' || status === 'paying') return refuse(res, status);
  const from = isFixed ? status : undefined;
  if (isFixed && !(await call('orders', 'PUT', `/orders/${order}`, { status: 'cancelled', from })).ok) return refuse(res, 'changed');
  if (status === 'paid') await call('payment', 'POST', `/payments/${order}/refund`, {});
  if (!isFixed) await call('orders', 'PUT', `/orders/${order}`, { status: 'cancelled' });
  return res.json({ ok: true });
});

// Money goes back for a paid order: twice.
app.post('/refund', async (req, res) => {
  const { order } = req.body;
  if (isFixed) {
    if (!(await call('orders', 'PUT', `/orders/${order}`, { status: 'refunded', from: 'paid' })).ok) return refuse(res, 'not paid');
  } else {
    const { body: { status } } = await call('orders', 'GET', `/orders/${order}`);
    if (status !== 'paid') return refuse(res, 'not paid');
  }
  await call('payment', 'POST', `/payments/${order}/credit`, {});
  if (!isFixed) await call('orders', 'PUT', `/orders/${order}`, { status: 'refunded' });
  return res.json({ ok: true });
});

// A change of an order that is on its way: the address is written after it was sent.
app.post('/ship', async (req, res) => {
  const { order } = req.body;
  const { body: { address, status, version } } = await call('orders', 'GET', `/orders/${order}`);
  if (status !== 'paid') return refuse(res, 'not paid');
  const change = isFixed ? { status: 'shipped', version } : { status: 'shipped' };
  if (isFixed && !(await call('orders', 'PUT', `/orders/${order}`, change)).ok) return refuse(res, 'changed');
  await call('stock', 'POST', '/parcels', { order, address });
  if (!isFixed) await call('orders', 'PUT', `/orders/${order}`, change);
  return res.json({ ok: true });
});

app.post('/address', async (req, res) => {
  const { order, address } = req.body;
  const { body: { status, version } } = await call('orders', 'GET', `/orders/${order}`);
  if (status === 'shipped') return refuse(res, 'shipped');
  const { ok } = await call('orders', 'PUT', `/orders/${order}`, isFixed ? { address, version } : { address });
  return ok ? res.json({ ok }) : refuse(res, 'changed');
});

// Bank: the balance is checked, and each transfer goes through.
app.post('/transfer', async (req, res) => {
  const { from, to, amount } = req.body;
  if (isFixed) {
    if (!(await call('accounts', 'POST', `/accounts/${from}/debit`, { amount })).ok) return refuse(res, 'no funds');
  } else {
    const { body: { balance } } = await call('accounts', 'GET', `/accounts/${from}`);
    if (balance < amount) return refuse(res, 'no funds');
    await call('accounts', 'POST', `/accounts/${from}/add`, { amount: -amount });
  }
  await call('payment', 'POST', '/ledger', { from, to, amount });
  return res.json({ ok: true });
});

// Bank: the new balance is computed here.
app.post('/deposit', async (req, res) => {
  const { account, amount } = req.body;
  await call('payment', 'POST', '/ledger', { from: 'cash', to: account, amount });
  if (isFixed) await call('accounts', 'POST', `/accounts/${account}/add`, { amount });
  else {
    const { body: { balance } } = await call('accounts', 'GET', `/accounts/${account}`);
    await call('accounts', 'PUT', `/accounts/${account}`, { balance: balance + amount });
  }
  return res.json({ ok: true });
});

// Bank: the same payment with the same key counts once.
app.post('/charge', async (req, res) => {
  const { key, account, amount } = req.body;
  if (isFixed) {
    if (!(await call('payment', 'POST', '/charges', { key, amount })).ok) return res.json({ ok: true });
  } else if ((await call('payment', 'GET', `/charges/${key}`)).body.found) return res.json({ ok: true });
  await call('accounts', 'POST', `/accounts/${account}/add`, { amount: -amount });
  if (!isFixed) await call('payment', 'POST', '/charges', { key, amount });
  return res.json({ ok: true });
});

// Bank: an account is paid out and closed. Money that comes in between is lost.
app.post('/close', async (req, res) => {
  const { account } = req.body;
  const { body: { balance } } = isFixed
    ? await call('accounts', 'POST', `/accounts/${account}/close`, {})
    : await call('accounts', 'GET', `/accounts/${account}`);
  await call('payment', 'POST', '/ledger', { from: account, to: 'cash', amount: balance });
  if (!isFixed) await call('accounts', 'DELETE', `/accounts/${account}`);
  return res.json({ ok: true });
});

app.post('/receive', async (req, res) => {
  const { account, amount } = req.body;
  const { ok } = await call('accounts', 'POST', `/accounts/${account}/add`, { amount });
  return ok ? res.json({ ok }) : refuse(res, 'closed');
});

// Social network: a name is looked up, then the user is made.
app.post('/register', async (req, res) => {
  const { name } = req.body;
  if (!isFixed && (await call('users', 'GET', `/users/${name}`)).body.found) return refuse(res, 'taken');
  const { ok } = await call('users', 'POST', isFixed ? '/unique' : '/users', { name });
  if (!ok) return refuse(res, 'taken');
  await call('timeline', 'POST', `/greetings`, { name });
  return res.json({ ok: true });
});

// Social network: a post is stored, then the timeline of the user is read, extended and written.
app.post('/posts', async (req, res) => {
  const { user, text } = req.body;
  await call('users', 'POST', '/notes', { text });
  if (isFixed) await call('timeline', 'POST', `/timelines/${user}`, { text });
  else {
    const { body: { posts } } = await call('timeline', 'GET', `/timelines/${user}`);
    await call('timeline', 'PUT', `/timelines/${user}`, { posts: [...posts, text].sort() });
  }
  return res.json({ ok: true });
});

// Media: the grade of a movie is computed of the old one.
app.post('/reviews', async (req, res) => {
  const { movie, grade } = req.body;
  await call('users', 'POST', '/notes', { text: `grade ${grade}` });
  if (isFixed) await call('movies', 'POST', `/movies/${movie}/grades`, { grade });
  else {
    const { body: { sum, count } } = await call('movies', 'GET', `/movies/${movie}`);
    await call('movies', 'PUT', `/movies/${movie}`, { sum: sum + grade, count: count + 1 });
  }
  return res.json({ ok: true });
});

// Media: a page is kept in a cache by one service, and changed in the database by another.
app.get('/pages/:movie', async (req, res) => {
  const { body } = await call('movies', 'GET', `/pages/${req.params.movie}`);
  return res.json(body);
});

app.put('/pages/:movie', async (req, res) => {
  await call('movies', 'PUT', `/pages/${req.params.movie}`, req.body);
  await call('users', 'POST', '/notes', { text: 'page changed' });
  return res.json({ ok: true });
});

// Media: a user may rent two movies at once.
app.post('/rent', async (req, res) => {
  const { user, movie } = req.body;
  if (isFixed) {
    if (!(await call('users', 'POST', `/quotas/${user}/take`, {})).ok) return refuse(res, 'too many');
  } else if ((await call('movies', 'GET', `/rentals/${user}`)).body.count >= 2) return refuse(res, 'too many');
  await call('movies', 'POST', '/rentals', { user, movie });
  return res.json({ ok: true });
});

// A voucher is looked up, an order is made, the voucher is marked: it is used twice.
app.post('/voucher', async (req, res) => {
  const { code, user } = req.body;
  if (isFixed) {
    if (!(await call('vouchers', 'POST', `/vouchers/${code}/redeem`, {})).ok) return refuse(res, 'used');
  } else if ((await call('vouchers', 'GET', `/vouchers/${code}`)).body.used) return refuse(res, 'used');
  await call('orders', 'POST', '/orders', { item: code, user });
  if (!isFixed) await call('vouchers', 'PUT', `/vouchers/${code}`, {});
  return res.json({ ok: true });
});

// Bank: the account changes after the answer, by a message.
app.post('/save', async (req, res) => {
  const { status, body } = await call('teller', 'POST', '/savings', req.body);
  return res.status(status).json(body);
});

// Bank: one request makes several payments at the same time, and each computes the new balance.
app.post('/basket', async (req, res) => {
  const { account, amounts } = req.body;
  await Promise.all(amounts.map(async (amount) => {
    if (isFixed) return call('accounts', 'POST', `/accounts/${account}/add`, { amount: -amount });
    const { body: { balance } } = await call('accounts', 'GET', `/accounts/${account}`);
    return call('accounts', 'PUT', `/accounts/${account}`, { balance: balance - amount });
  }));
  return res.json({ ok: true });
});

app.use((error, req, res, _next) => {
  console.error(`error in ${req.method} ${req.path}: ${error.message}`);
  res.status(500).json({ ok: false });
});

listen(app);
