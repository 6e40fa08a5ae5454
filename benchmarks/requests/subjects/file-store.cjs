'use strict';
// A list in a JSON file that is read, changed and written.
const fs = require('node:fs/promises');

const FILE = 'notes/list.json';

exports.about = 'a note in a file is lost';
exports.loss = ['lost update'];
exports.files = async () => {
  await fs.mkdir('notes', { recursive: true });
  await fs.writeFile(FILE, '[]');
};
exports.routes = (app) => {
  app.post('/notes', async (req, res) => {
    const notes = JSON.parse(await fs.readFile(FILE, 'utf8'));
    notes.push(req.body.note);
    await fs.writeFile(FILE, JSON.stringify(notes));
    res.status(201).json({ ok: true });
  });
};
exports.traffic = async (send) => {
  await send('POST', '/notes', { note: 'milk' }, 201);
};
exports.harm = async () => JSON.parse(await fs.readFile(FILE, 'utf8')).length < 2;
