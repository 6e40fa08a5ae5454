'use strict';
// lowdb reads the file as a whole, and writes it as a whole: what another request wrote in between is gone.
exports.issue = 'typicode/lowdb#478';
exports.about = 'a note in the file is lost';
exports.loss = ['lost update', 'lost row'];
exports.packages = { polka: '0.5.2', lowdb: '7.0.1' };
exports.fixed = { about: 'read() once, at the start' };
exports.start = async ({ isFixed }) => {
  const fs = require('node:fs');
  const polka = require('polka');
  const { JSONFilePreset } = await import('lowdb/node');
  const file = 'notes.json';
  fs.rmSync(file, { force: true });
  const db = await JSONFilePreset(file, { notes: [] });
  const bodyOf = async (req) => {
    let text = '';
    for await (const piece of req) text += piece;
    return JSON.parse(text);
  };
  const reload = () => (isFixed ? undefined : db.read());
  const app = polka().post('/notes', async (req, res) => {
    const { text } = await bodyOf(req);
    await reload();
    db.data.notes.push({ text });
    await db.write();
    res.end('{"ok":true}');
  }).get('/notes', async (req, res) => {
    await reload();
    res.end(JSON.stringify(db.data.notes));
  });
  const reset = async () => {
    db.data.notes = [];
    await db.write();
  };
  const read = () => JSON.parse(fs.readFileSync(file, 'utf8')).notes;
  return { handle: app.handler, reset, read };
};
const add = (text) => ['POST', '/notes', { text }];
exports.traffic = async (send) => {
  await send(...add('tea'));
  await send(...add('milk'));
  await send('GET', '/notes');
};
exports.pair = (send, both) => both(add('tea'), add('milk'));
exports.harm = ({ read }) => read().length < 2;
