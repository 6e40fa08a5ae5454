'use strict'
const path = require('node:path')
const Loki = require('lokijs')
const { race, tempDir } = require('../driver.js')

// A database is saved after each insertion, and the second one comes a little later.
const db = new Loki(path.join(tempDir(), 'users.json'))
const users = db.addCollection('users')
function add (name) {
  users.insert({ name })
  db.saveDatabase((error) => {
    if (error) race(error.message)
  })
}
add('ann')
setTimeout(() => add('ben'), 50)
