'use strict';
// An instance of Sequelize that is read, changed and saved, on MariaDB in READ COMMITTED.
exports.issue = 'sequelize: READ COMMITTED';
exports.about = 'stock is sold twice in spite of a transaction';
exports.loss = ['lost update', 'double use'];
exports.packages = { express: '4.21.2', sequelize: '6.37.5', mysql2: '3.11.4' };
exports.fixed = { about: 'lock: true' };
exports.start = async ({ urls, isFixed }) => {
  const express = require('express');
  const { DataTypes, Sequelize, Transaction } = require('sequelize');
  const { username, hostname: host, port, pathname } = new URL(urls.mysql);
  const sequelize = new Sequelize(pathname.slice(1), username, '', {
    dialect: 'mysql', host, port: Number(port), logging: false, isolationLevel: Transaction.ISOLATION_LEVELS.READ_COMMITTED,
  });
  const Item = sequelize.define('item', { stock: DataTypes.INTEGER }, { timestamps: false });
  const app = express();
  app.use(express.json());
  app.post('/items/:id/buy', async (req, res) => {
    const isSold = await sequelize.transaction(async (transaction) => {
      const item = await Item.findByPk(req.params.id, { transaction, lock: isFixed });
      if (item.stock < 1) return false;
      item.stock -= 1;
      await item.save({ transaction });
      return true;
    });
    res.status(isSold ? 200 : 409).json({ ok: isSold });
  });
  const reset = async () => {
    await Item.sync({ force: true });
    await Item.create({ id: 1, stock: 1 });
  };
  return { handle: app, reset, close: () => sequelize.close() };
};
exports.traffic = async (send) => {
  await send('POST', '/items/1/buy', {});
  await send('POST', '/items/1/buy', {}, 409);
};
exports.harm = async ({ statuses }) => statuses.filter((status) => status === 200).length > 1;
