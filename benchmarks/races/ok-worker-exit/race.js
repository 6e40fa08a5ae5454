'use strict'
const { Worker } = require('node:worker_threads')
const { atExit, race } = require('../driver.js')

// Looks like exit-before-message, but what a worker has sent comes before its exit is told.
const source = `
  const { parentPort } = require('node:worker_threads')
  for (const n of [1, 2, 3]) parentPort.postMessage(n)
`
const heard = []
let exited = false
const worker = new Worker(source, { eval: true })
worker.on('message', (n) => heard.push(n))
worker.on('exit', () => {
  exited = true
  if (heard.join() !== '1,2,3') race(`the worker is gone, heard: ${heard.join()}`)
})
atExit(() => (exited ? null : 'the exit never came'))
