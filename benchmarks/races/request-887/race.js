'use strict'
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const request = require('request')
const { race, tempDir } = require('../driver.js')

// A download is asked for, the folder is looked at, and then the download is piped there.
const folder = tempDir()
const server = http.createServer((_, response) => setTimeout(() => response.end('content'), 100))

server.listen(0, '127.0.0.1', () => {
  const download = request(`http://127.0.0.1:${server.address().port}/`)
  download.on('error', ({ message }) => race(message))
  fs.stat(folder, (error) => {
    if (error) throw error
    const target = fs.createWriteStream(path.join(folder, 'file'))
    target.on('finish', () => {
      server.close()
      if (fs.readFileSync(target.path, 'utf8') !== 'content') race('the file is not whole')
    })
    try {
      download.pipe(target)
    } catch (late) {
      race(late.message)
    }
  })
})
