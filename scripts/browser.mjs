// npm run test:report: tests the HTML report in headless Chromium. Installs it if it may (root, Debian).
import { needs, provide } from './lib/needs.mjs';
import { main, run } from './lib/run.mjs';

main(() => {
  // CHROMIUM names the program to use instead.
  if (!process.env.CHROMIUM) provide(needs.browser);
  run(process.execPath, ['--test', '--test-reporter=spec', 'test/browser/report.js']);
});
