'use strict'
const fs = require('node:fs')
const path = require('node:path')
const i18next = require('i18next')
const Backend = require('i18next-fs-backend')
const { atExit, sleep, tempDir } = require('../driver.js')

// A user changes the language twice; what is shown in the end must be the second choice.
const folder = tempDir()
for (const language of ['en', 'de', 'fr']) {
  fs.writeFileSync(path.join(folder, `${language}.json`), JSON.stringify({ hello: language }))
}

async function main() {
  const backend = { loadPath: path.join(folder, '{{lng}}.json') }
  await i18next.use(Backend).init({ lng: 'en', fallbackLng: 'en', backend })
  i18next.changeLanguage('de')
  await sleep(150)
  i18next.changeLanguage('fr')
}

main()
atExit(() => (i18next.language === 'fr' ? null : `the language is ${i18next.language}, chosen last was fr`))
