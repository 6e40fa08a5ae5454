'use strict';
// Tests the report in a real browser: it opens from file://, draws the timeline, shows the call site after a click,
// finds operations, keeps texts of the program from becoming markup, and fits a phone. npm run test:report runs this
// script by itself, because it needs Debian's package chromium (CHROMIUM names another binary). Screenshots go to
// SCREENSHOTS.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { pathToFileURL } = require('node:url');
const { chromium } = require('playwright-core');

const { makeFolder, nacd } = require('../support/cli.js');

/* global document */
const EVIL = '<img src=x onerror="document.title=1"></script><script>document.title=2</script>';
let browser;

before(async () => {
  const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--headless'] });
});
after(() => browser?.close());

async function reportOf(t, program) {
  const cwd = makeFolder(t, 'race.js');
  if (program) fs.writeFileSync(path.join(cwd, 'race.js'), program);
  await nacd(['run', '--quiet', '--seed', '1', '--', 'node', 'race.js'], { cwd });
  await nacd(['minimize', '--quiet'], { cwd, env: { NACD_UNSUPPORTED_TRIES: '1' } });
  await nacd(['report'], { cwd });
  return pathToFileURL(path.join(cwd, '.nacd/report.html')).href;
}

async function open(t, url, options) {
  const page = await browser.newPage(options);
  t.after(() => page.close());
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('request', (request) => request.url().startsWith('file:') || problems.push(request.url()));
  await page.goto(url);
  return { page, problems };
}

async function screenshot(page, name) {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

test('the timeline is drawn, a click shows the call site, the search finds', async (t) => {
  const url = await reportOf(t);
  const { page, problems } = await open(t, url, { viewport: { width: 1100, height: 900 } });
  assert.equal(await page.locator('.drawing svg').count(), 2);
  assert.ok((await page.locator('.drawing').first().locator('.op').count()) >= 3);
  assert.ok((await page.locator('.op.late rect').count()) >= 1, 'delays are drawn');
  await page.locator('.drawing').first().locator('.op.raced.late circle').first().click();
  assert.match(await page.locator('.detail').textContent(), /fs\.access callback\nrace\.js:6:4\n[^]*delayed by/);
  await screenshot(page, 'light');
  await page.locator('input[type=search]').fill('setTimeout');
  assert.match(await page.locator('.tools .note').textContent(), /^2 of [0-9]+$/);
  assert.ok((await page.locator('.op.dim').count()) > 0);
  assert.deepEqual(problems, []);

  const phone = await open(t, url, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const overflow = await phone.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  assert.equal(overflow, 0);
  const background = await phone.page.evaluate('getComputedStyle(document.body).backgroundColor');
  assert.equal(background, 'rgb(13, 17, 23)');
  await screenshot(phone.page, 'dark-phone');
  assert.deepEqual(phone.problems, []);
});

test('names and outputs of the program stay text', async (t) => {
  const race = fs.readFileSync(path.join(__dirname, '../fixtures/cli/race.js'), 'utf8');
  const url = await reportOf(t, race.replace("'the file was not looked at yet'", JSON.stringify(EVIL)));
  const { page, problems } = await open(t, url);
  assert.match(await page.title(), /^nacd: /);
  assert.ok((await page.locator('h2').textContent()).includes(EVIL));
  assert.equal(await page.locator('img').count(), 0);
  assert.deepEqual(problems, []);
});

test('the timeline is zoomed on the race, shows the whole run on demand, and its labels do not overlap', async (t) => {
  const race = fs.readFileSync(path.join(__dirname, '../fixtures/cli/race.js'), 'utf8');
  const goesOn = race.replace('if (!seen) throw', 'if (!seen) process.exitCode = 1; if (!seen) console.error(');
  const url = await reportOf(t, `${goesOn.replace("yet');", "yet'));")}setTimeout(() => {}, 900);\n`);
  const { page, problems } = await open(t, url, { viewport: { width: 700, height: 900 } });
  const endOf = async () => Number(/([0-9]+) ms$/.exec(await page.locator('.drawing svg').last().textContent())[1]);
  assert.ok((await endOf()) < 600, `zoomed: ${await endOf()}`);
  await page.locator('input[type=checkbox]').check();
  assert.ok((await endOf()) > 850, `whole: ${await endOf()}`);
  await page.locator('input[type=checkbox]').uncheck();
  const overlaps = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.drawing')].map((drawing) => {
      return [...drawing.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
    });
    const isAside = (a, b) => a.left >= b.right - 1 || a.top >= b.bottom - 3;
    const cross = (a, b) => !isAside(a, b) && !isAside(b, a);
    return boxes.flatMap((all) => all.filter((a, i) => all.some((b, k) => k > i && cross(a, b)))).length;
  });
  assert.equal(overlaps, 0);
  await screenshot(page, 'zoomed');
  assert.deepEqual(problems, []);
});
