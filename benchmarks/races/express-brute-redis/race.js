'use strict'
const ExpressBrute = require('express-brute')
const RedisStore = require('express-brute-redis')
const redis = require('redis')
const { race, sleep } = require('../driver.js')

// One attempt is free, and the second comes while its wait still runs: it must be refused.
const client = redis.createClient({ path: process.env.RACE_REDIS })
const store = new RedisStore({ client, prefix: `brute:${process.pid}:${Date.now()}:` })
const brute = new ExpressBrute(store, { freeRetries: 0, minWait: 60e3, maxWait: 60e3, lifetime: 600 })

const attempt = () =>
  new Promise((resolve) => {
    const refuse = () => resolve('refused')
    const request = { ip: '127.0.0.1', get: () => {} }
    brute.getMiddleware({ key: 'user', failCallback: refuse })(request, {}, () => resolve('let in'))
  })

async function main() {
  const first = attempt()
  await sleep(200)
  const outcome = await Promise.all([first, attempt()])
  client.quit()
  if (outcome[1] !== 'refused') race(`the attempts were ${outcome.join(' and ')}`)
}

main()
