import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyPlan,
  exportConfiguration,
  kindNames,
  planChanges,
  readConfiguration,
  writeConfiguration,
} from '@platform/configuration';
import type { NewSecret } from '@platform/configuration';
import { createPlatform } from '@platform/sdk';
import type { Platform } from '@platform/sdk';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const fixtures = new URL('./configuration', import.meta.url).pathname;

const signingSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const environment = {
  CRM_AUTHORIZATION: 'Bearer crm',
  CRM_SIGNING_SECRET: signingSecret,
  RISK_API_KEY: 'risk',
  SIEM_SOURCE: 'platform',
  SIEM_TOKEN: 'a-token-of-the-siem',
  DATADOG_API_KEY: 'an-api-key-of-datadog',
  MAIL_AUTHORIZATION: 'Bearer mail',
  LEGACY_TOKEN: 'legacy',
  PARTNER_CLIENT_SECRET: 'a-secret-of-the-partner',
};

let under: PlatformUnderTest;
let folder: string;

beforeAll(async () => {
  under = await sharedPlatform(['first', 'second']);
  folder = await mkdtemp(join(tmpdir(), 'configuration-'));
});
afterAll(() => rm(folder, { recursive: true }));

const tenant = async (name: string) => {
  const platform = createPlatform({
    baseUrl: under.ready.gateway,
    token: await under.token(name),
  });
  return { platform, exclude: [`application/${under.tenant(name).clientId}`] };
};

describe('configuration', () => {
  it('of one tenant, applied to an empty one, gives the same export', async () => {
    const first = await tenant('first');
    const configuration = await readConfiguration(fixtures, { environment });
    const plan = await planChanges(first.platform, configuration, first);
    const secrets: NewSecret[] = [];
    await applyPlan(first.platform, plan, {
      onSecret: (secret) => void secrets.push(secret),
      onChange: (c, s) => console.log(c.address, s),
    });
    const again = await planChanges(first.platform, configuration, first);
    console.log(
      JSON.stringify(
        again.changes.map((c) => [c.address, c.action, c.members]),
        null,
        1,
      ),
    );
    const exported = await exportConfiguration(first.platform, first);
    for (const [n, t] of Object.entries(exported.files)) console.log(`--- ${n}\n${t}`);
    console.log(exported.warnings, secrets);
    expect(again.changes).toEqual([]);
  });
});
