// npm run test:report: the HTML report in a real headless Chromium. Installs Debian's where that needs nobody's leave.
import { needs, provide } from './lib/needs.mjs';
import { main, run } from './lib/run.mjs';

main(() => {
  // Another browser of the kind: CHROMIUM names it.
  if (!process.env.CHROMIUM) provide(needs.browser);
  run(process.execPath, ['--test', '--test-reporter=spec', 'test/browser/report.js']);
});
