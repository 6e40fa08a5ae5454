'use strict'
const Queue = require('bee-queue')
const { race, sleep } = require('../driver.js')

// A producer saves a job and waits for its event; the worker takes a moment over it.
const name = `jobs-${process.pid}-${Date.now()}`
const redis = { path: process.env.RACE_REDIS }

async function main() {
  const worker = new Queue(name, { redis })
  const producer = new Queue(name, { redis, isWorker: false })
  await Promise.all([worker.ready(), producer.ready()])
  let succeeded = false
  worker.process(() => sleep(5))
  const finished = new Promise((resolve) => worker.on('succeeded', resolve))
  const job = producer.createJob({})
  job.on('succeeded', () => (succeeded = true))
  await job.save()
  await finished
  // Long enough for a message that is merely late.
  for (let waited = 0; !succeeded && waited < 3000; waited += 50) await sleep(50)
  if (!succeeded) race('the job has succeeded, and its event never came')
  await Promise.all([worker.close(), producer.close()])
}

main()
