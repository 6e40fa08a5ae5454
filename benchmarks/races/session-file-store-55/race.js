'use strict'
const { EventEmitter } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const FileStore = require('session-file-store')({ Store: EventEmitter })
const { atExit, tempDir } = require('../driver.js')

// One request only says that the session is still in use, while another logs the user out.
const folder = tempDir()
const file = path.join(folder, 'id.json')
const session = { cookie: {}, user: 'ann' }
fs.writeFileSync(file, JSON.stringify({ ...session, __lastAccess: Date.now() }))
const store = new FileStore({ path: folder, reapInterval: -1, retries: 0, logFn() {} })
const done = (error) => {
  if (error) throw error
}

store.touch('id', session, done)
setTimeout(() => store.set('id', { cookie: {} }, done), 200)
atExit(() => {
  const { user } = JSON.parse(fs.readFileSync(file, 'utf8'))
  return user ? `${user} is logged in again` : null
})
