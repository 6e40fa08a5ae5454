'use strict'
const http = require('node:http')
const zlib = require('node:zlib')
const Crawler = require('simplecrawler')
const { race } = require('../driver.js')

// A compressed page with one link: a crawl is complete when both pages were fetched.
const page = zlib.gzipSync('<a href="/second">next</a>')
const server = http.createServer((request, response) => {
  if (request.url !== '/') return response.end('no links here')
  response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
  response.end(page)
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  // Before 1.0 the crawler took the parts of the address, since then all of it.
  const crawler =
    Crawler.length > 1 ? new Crawler('127.0.0.1', '/', port) : new Crawler(`http://127.0.0.1:${port}/`)
  crawler.interval = 300
  crawler.respectRobotsTxt = false
  let fetched = 0
  crawler.on('fetchcomplete', () => fetched++)
  crawler.on('complete', () => {
    if (fetched < 2) race(`the crawl ended with ${fetched} of 2 pages`)
    server.close()
    server.closeAllConnections()
  })
  crawler.start()
})
