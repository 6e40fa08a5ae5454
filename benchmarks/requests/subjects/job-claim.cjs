'use strict';
// Workers ask for a job: it is read, then marked. The answers 200 and 204 are both successes.
exports.about = 'two workers get one job';
exports.loss = ['double use', 'lost update'];
exports.redis = (redis) => redis.flushdb();
exports.routes = (app, pool, redis) => {
  app.post('/jobs', async (req, res) => {
    await redis.hset('job:1', { state: 'waiting', work: req.body.work });
    res.status(201).json({ id: 1 });
  });
  app.post('/jobs/claim', async (req, res) => {
    const { state, work } = await redis.hgetall('job:1');
    if (state !== 'waiting') return res.status(204).end();
    await redis.hset('job:1', { state: 'running' });
    return res.json({ id: 1, work });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/jobs', { work: 'mail' }, 201);
  await send('POST', '/jobs/claim', { worker: 'w1' });
  await send('POST', '/jobs/claim', { worker: 'w2' }, 204);
};
exports.pair = async (send, both) => {
  await send('POST', '/jobs', { work: 'mail' }, 201);
  await both(['POST', '/jobs/claim', { worker: 'w1' }], ['POST', '/jobs/claim', { worker: 'w2' }]);
};
exports.harm = async ({ statuses }) => statuses.every((status) => status === 200);
