'use strict';
// A stock in memory that is changed before the card is charged, and put back if that fails.
const stock = new Map();
const charge = () => new Promise((resolve) => { setTimeout(resolve, 2); });

exports.about = 'the stock in memory is changed in the turn that checks it';
exports.files = () => { stock.set('lamp', 1); };
exports.routes = (app) => {
  app.post('/buy', async (req, res) => {
    const left = stock.get(req.body.item) ?? 0;
    if (left < 1) return res.status(410).json({ error: 'sold out' });
    stock.set(req.body.item, left - 1);
    await charge();
    return res.json({ item: req.body.item });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/buy', { item: 'lamp' });
  await send('POST', '/buy', { item: 'lamp' }, 410);
};
