// `npm test` in a fresh clone: installs and compiles what is missing, then runs the tests that a newcomer needs. With `--all` it runs every
// test, with `--rest` those that `npm test` leaves out, and with paths what they name.
import { join } from 'node:path';
import { buildWeb, installAndBuild, root } from './bootstrap.js';
import { runPhases } from './test-phases.js';

const vitest = [process.execPath, join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run'];
const of = (...projects) => projects.flatMap((project) => ['--project', project]);

const parts = of('unit', 'service');
const whole = [of('deployment'), of('platform'), of('faults')];
const walkthrough = of('walkthrough');

const [option, ...more] = process.argv.slice(2);
const phases = {
  undefined: [parts, walkthrough],
  '--all': [parts, ...whole, walkthrough],
  '--rest': whole,
}[option] ?? [[option, ...more]];

installAndBuild();
// Only tests in a browser need them.
if (option !== undefined) buildWeb();
runPhases(vitest, phases);
if (option === undefined)
  console.log(
    '\nNot run: tests of the whole platform, in a browser, and with killed processes. `npm run test:all` runs everything.',
  );
