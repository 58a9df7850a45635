import { join } from 'node:path';
import { freePorts } from '@platform/dev/ports';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { runsLongTests } from '@platform/testkit/long-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { surprisesOf, walkQuickstart } from '../examples/quickstart.ts';
import type { WalkedQuickstart } from '../examples/quickstart.ts';
import { exampleTenant } from '../examples/tenant.ts';
import type { ExampleTenant } from '../examples/tenant.ts';
import { startProxy } from './local-proxy.ts';
import type { TestProxy } from './local-proxy.ts';
import { packageOf } from './sdk-programs.ts';

const goGet = 'go get example.com/platform-go';

/** Each page, its language, its port, and how its commands find the SDK, which is not published. */
const pages = [
  ['fastapi', 'python', 3005, (sdk: string) => ({ ' tenant-platform': ` '${sdk}'` })],
  [
    'go',
    'go',
    3006,
    (sdk: string) => ({
      [goGet]: `go mod edit -replace 'example.com/platform-go=${sdk}'\n${goGet}`,
    }),
  ],
] as const;

describe.runIf(runsLongTests)('the quickstarts of Python and Go', () => {
  const folder = temporaryFolder('quickstarts-');
  const walked: WalkedQuickstart[] = [];
  let tenant: ExampleTenant;
  let tenants: TestProxy;

  beforeAll(async () => {
    [tenant, tenants] = await Promise.all([exampleTenant(), startProxy()]);
  });
  afterAll(() => {
    for (const one of walked) one.stop();
    tenants?.close();
    folder.remove();
  });

  it.for(pages)(
    '%s works as written',
    { timeout: 600_000 },
    async ([page, language, usual, replacementsOf], { skip }) => {
      const sdk = await packageOf(language);
      if (typeof sdk !== 'string') return skip(sdk.missing);
      const [port = 0] = await freePorts(1);
      const walk = await walkQuickstart({
        page,
        tenant,
        replacements: replacementsOf(sdk),
        folder: join(folder.path, page),
        ports: { [usual]: port },
        env: { PORT: String(port), HTTP_PROXY: tenants.url, NO_PROXY: '127.0.0.1' },
      });
      walked.push(walk);
      expect(surprisesOf(page, walk)).toEqual([]);
    },
  );
});
