// `npm test` in a fresh clone: installs and compiles what is missing, then runs the tests that a newcomer needs. With `--all` it runs every
// test, also the long ones, with `--rest` those that `npm test` leaves out, and with paths what they name.
import { join } from 'node:path';
import { buildWeb, installAndBuild, root } from './bootstrap.js';
import { runTests } from './test-phases.js';

const vitest = [process.execPath, join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run'];
const of = (...projects) => projects.flatMap((project) => ['--project', project]);

const parts = of('unit', 'service');
const walkthrough = of('walkthrough');
// Those of a lane run one after the other, lanes side by side: they wait for processes and browsers most of the time, so they run side by side.
const rest = [
  [of('platform')],
  [of('browser')],
  [of('examples'), of('deployment')],
  [of('faults')],
];

const [option, ...more] = process.argv.slice(2);
const groups = {
  undefined: [[[parts], [walkthrough]]],
  '--all': [[[parts]], rest, [[walkthrough]]],
  '--rest': [rest],
}[option] ?? [[[[option, ...more]]]];

if (option === '--all') process.env['TEST_LONG'] = '1';
installAndBuild();
// Only tests in a browser need them.
if (option !== undefined) buildWeb();
await runTests(vitest, groups);
if (option === undefined)
  console.log(
    '\nNot run: tests of the whole platform, in a browser, and with killed processes. `npm run test:all` runs everything.',
  );
