'use strict';
// The findOrCreate of sequelize looks for the row, then makes it by a function that it makes for that. Without a unique
// index a transaction does not help.
exports.issue = 'sequelize/sequelize#3931';
exports.about = 'two rows where there may be one';
exports.loss = ['duplicate', 'extra row', 'double use'];
exports.packages = { express: '4.21.2', sequelize: '6.37.8', pg: '8.11.5' };
exports.fixed = { about: 'a unique index' };
exports.start = async ({ urls, isFixed }) => {
  const express = require('express');
  const { DataTypes, Sequelize } = require('sequelize');
  const sequelize = new Sequelize(urls.postgres, { logging: false });
  const User = sequelize.define('User', { email: { type: DataTypes.STRING, unique: isFixed } });
  const app = express();
  app.use(express.json());
  app.post('/signup', async (req, res, next) => {
    try {
      const [user, isNew] = await User.findOrCreate({ where: { email: req.body.email } });
      res.status(isNew ? 201 : 200).json({ id: user.id });
    } catch (error) { next(error); }
  });
  return { handle: app, User, reset: () => sequelize.sync({ force: true }), close: () => sequelize.close() };
};
exports.traffic = async (send) => {
  await send('POST', '/signup', { email: 'ann@example.org' }, 201);
  await send('POST', '/signup', { email: 'ann@example.org' }, 200);
};
exports.harm = async ({ User }) => await User.count() > 1;
