'use strict'
const redis = require('redis')
const { atExit } = require('../driver.js')

// Looks like a lost update over two connections, but the server adds by itself.
const key = `counter:${process.pid}:${Date.now()}`
const answers = []
for (let i = 0; i < 2; i++) {
  const client = redis.createClient({ path: process.env.RACE_REDIS })
  client.incr(key, (error, value) => {
    if (error) throw error
    answers.push(value)
    client.quit()
  })
}
atExit(() => (answers.toSorted().join() === '1,2' ? null : `the server answered ${answers.join()}`))
