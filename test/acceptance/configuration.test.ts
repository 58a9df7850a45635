import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ApplyError,
  ConfigurationError,
  applyPlan,
  exportConfiguration,
  kindNames,
  planChanges,
  readConfiguration,
  writeConfiguration,
} from '@platform/configuration';
import type { Configuration, NewSecret, Plan, StateOptions } from '@platform/configuration';
import { createPlatform } from '@platform/sdk';
import type { Platform } from '@platform/sdk';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configurationEnvironment } from './configuration-environment.ts';

const everyKind = fileURLToPath(new URL('./configuration', import.meta.url));

let under: PlatformUnderTest;
let folder: string;

beforeAll(async () => {
  under = await sharedPlatform(['first', 'second', 'third', 'fourth']);
  folder = await mkdtemp(join(tmpdir(), 'configuration-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Tenant extends StateOptions {
  platform: Platform;
}

const tenant = async (name: string): Promise<Tenant> => ({
  platform: createPlatform({ baseUrl: under.ready.gateway, token: await under.token(name) }),
  exclude: [`application/${under.tenant(name).clientId}`],
});

const environment = configurationEnvironment;

async function apply(
  { platform, ...options }: Tenant,
  configuration: Configuration,
  { prune = false } = {},
): Promise<{ plan: Plan; secrets: NewSecret[] }> {
  const plan = await planChanges(platform, configuration, { ...options, prune });
  const secrets: NewSecret[] = [];
  await applyPlan(platform, plan, { onSecret: (secret) => void secrets.push(secret) });
  return { plan, secrets };
}

const outline = ({ changes }: Plan): string[] =>
  changes.map(({ action, address }) => `${action} ${address}`);

describe('configuration', () => {
  it('of one tenant, applied to an empty one, gives the same export', async () => {
    const [first, second] = [await tenant('first'), await tenant('second')];
    const source = await readConfiguration(everyKind, { environment });
    const { secrets } = await apply(first, source);
    expect(outline(await planChanges(first.platform, source, first))).toEqual([]);
    expect(secrets.map(({ address }) => address)).toEqual([
      'application/ledger',
      'application/nightly-report',
      'webhook-endpoint/https://billing.example.com/claims',
      'erasure-veto-client/Billing',
      'hook/Enrich',
      'hook/Risk check',
    ]);

    const exported = await exportConfiguration(first.platform, first);
    await writeConfiguration(folder, exported);
    const copy = await readConfiguration(folder, { environment });
    expect(new Set(copy.resources.map(({ kind }) => kind.name))).toEqual(new Set(kindNames));
    expect(outline(await planChanges(first.platform, copy, { ...first, prune: true }))).toEqual([]);

    await apply(second, copy);
    expect((await exportConfiguration(second.platform, second)).files).toEqual(exported.files);
  });
});
