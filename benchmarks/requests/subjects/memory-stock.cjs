'use strict';
// A stock in memory: checked, then the card is charged, then changed. No store is used.
const stock = new Map();
const charge = () => new Promise((resolve) => { setTimeout(resolve, 2); });

exports.about = 'the last item is sold twice, from memory';
exports.loss = ['double use'];
exports.files = () => { stock.set('lamp', 1); };
exports.routes = (app) => {
  app.post('/buy', async (req, res) => {
    const left = stock.get(req.body.item) ?? 0;
    if (left < 1) return res.status(410).json({ error: 'sold out' });
    await charge();
    stock.set(req.body.item, left - 1);
    return res.json({ item: req.body.item });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/buy', { item: 'lamp' });
  await send('POST', '/buy', { item: 'lamp' }, 410);
};
exports.harm = async ({ statuses }) => statuses.every((status) => status === 200);
