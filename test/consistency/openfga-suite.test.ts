import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { runsLongTests } from '@platform/testkit/long-tests';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuerDoor } from '../issuer-door.ts';
import type { IssuerDoor } from '../issuer-door.ts';
import { expectedFailures } from './openfga-suite/expected-failures.ts';

/*
 * OpenFGA's own suites of checks and listings, unchanged, over HTTP: those of the Go module github.com/openfga/openfga, which Go fetches.
 * Stores, depth and sizes of listings have the limits that the suites assume.
 */
const suite = new URL('./openfga-suite/', import.meta.url).pathname;
const folder = temporaryFolder('openfga-suite-');
const buildMs = 900_000;
const runMs = 2_400_000;
const program = join(folder.path, 'suite.test');

function isBuilt(): boolean {
  copyFileSync(join(suite, 'suite.go.txt'), join(folder.path, 'suite_test.go'));
  copyFileSync(join(suite, 'suite.mod.txt'), join(folder.path, 'go.mod'));
  const go = (...args: string[]): boolean =>
    spawnSync('go', args, { cwd: folder.path, timeout: buildMs }).status === 0;
  return go('version') && go('mod', 'tidy') && go('test', '-c', '-o', program);
}
const hasSuite = runsLongTests && isBuilt();
if (!hasSuite)
  console.warn(
    "OpenFGA's own suites are skipped: they need TEST_LONG=1, Go and its module github.com/openfga/openfga",
  );

let platform: OwnPlatform;
let door: IssuerDoor;
let environment: Record<string, string>;

beforeAll(async () => {
  if (!hasSuite) return;
  platform = await ownPlatform({
    settings: {
      'platform.fga.stores.max-per-tenant': '10000',
      'platform.fga.limits.max-models-per-tenant': '100000',
      'platform.fga.check.max-depth': '25',
      'platform.fga.check.timeout': '10s',
      'platform.fga.list-objects.max-depth': '25',
      'platform.fga.list-objects.max-results': '1000',
    },
  });
  const acme = platform.tenant('acme');
  door = await issuerDoor(platform.ready.hub, acme.issuer);
  const { body: application } = await platform.call('post', '/api/v1/applications', {
    token: await platform.token('acme'),
    body: {
      name: 'Suite',
      type: 'm2m',
      allowedScopes: ['tenant:fga.read', 'tenant:fga.write'],
      tokenEndpointAuthMethod: 'client_secret_post',
    },
  });
  environment = {
    API_URL: `${platform.ready.gateway}/openfga`,
    ISSUER: door.url,
    CLIENT_ID: application.clientId,
    CLIENT_SECRET: application.clientSecret,
  };
}, buildMs);
afterAll(async () => {
  door?.close();
  await platform?.stop();
  folder.remove();
});

interface Run {
  passed: number;
  /** Those without further tests below them, with what they printed. */
  failed: Map<string, string>;
}

/** Runs one of the suites. */
async function run(name: string): Promise<Run> {
  const child = spawn(
    'go',
    ['tool', 'test2json', program, '-test.v', '-test.parallel=4', `-test.run=^${name}$`],
    { cwd: folder.path, env: { ...process.env, ...environment, NODE_OPTIONS: '' } },
  );
  const outcomes = new Map<string, string>();
  const printed = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const {
      Action: action,
      Test: test,
      Output: output,
    } = JSON.parse(line) as Record<string, string>;
    if (test === undefined) continue;
    if (action === 'output') printed.set(test, (printed.get(test) ?? '') + output);
    if (action === 'pass' || action === 'fail') outcomes.set(test, action);
  }
  const parents = new Set(
    [...outcomes.keys()].flatMap((test) =>
      test.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/')),
    ),
  );
  const leaves = [...outcomes].filter(([test]) => !parents.has(test));
  return {
    passed: leaves.filter(([, outcome]) => outcome === 'pass').length,
    failed: new Map(
      leaves
        .filter(([, outcome]) => outcome === 'fail')
        .map(([test]) => [test, printed.get(test) ?? '']),
    ),
  };
}

/** The suites, and how many tests pass at least. */
const suites = [
  ['checks', 'TestCheck', 852],
  ['checks of a model with all kinds of relations', 'TestCheckMatrix', 2034],
  ['listings of objects', 'TestObjects', 643],
  ['listings of objects of a model with all kinds of relations', 'TestObjectsMatrix', 175],
  ['listings of users', 'TestUsers', 712],
] as const;

const page = readFileSync(new URL('../../docs/openfga.md', import.meta.url), 'utf8');

describe.skipIf(!hasSuite)('the suites of OpenFGA pass, except documented differences', () => {
  it.each(suites)(
    'in %s',
    async (_what, suite, least) => {
      const { passed, failed } = await run(suite);
      const expected = expectedFailures.filter((one) => one.suite === suite);
      const counts = new Map(expected.map((one) => [one, 0]));
      const others = [...failed].filter(([test, output]) => {
        const known = expected.find((one) => one.tests.test(test) && one.output.test(output));
        if (known) counts.set(known, counts.get(known)! + 1);
        return !known;
      });
      expect(others.map(([test, output]) => `${test}\n${output.slice(0, 1_500)}`)).toEqual([]);
      expect([...counts.values()]).toEqual(expected.map(({ count }) => count));
      for (const { difference } of expected) expect(page).toContain(`| ${difference} |`);
      expect(passed).toBeGreaterThanOrEqual(least);
    },
    runMs,
  );
});
