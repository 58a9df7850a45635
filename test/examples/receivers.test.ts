import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { eventually } from '@platform/testkit/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExample } from './example.ts';
import { exampleTenant } from './tenant.ts';
import type { ExampleTenant } from './tenant.ts';

let tenant: ExampleTenant;
const folder = temporaryFolder('examples-');

beforeAll(async () => {
  tenant = await exampleTenant();
});
afterAll(() => folder.remove());

const secretOf = (): string => `whsec_${Buffer.from(randomUUID()).toString('base64')}`;

describe('webhooks', () => {
  it('stores each event once, also after a restart, and refuses what is not signed', async () => {
    const inbox = join(folder.path, 'events.jsonl');
    const secret = secretOf();
    const start = () => startExample('webhooks', { WEBHOOK_SECRET: secret, INBOX_FILE: inbox });
    let receiver = await start();
    const endpoint = await tenant.platform.webhookEndpoints.create({
      url: `${receiver.url}/webhooks`,
      eventTypes: ['user.created'],
      secret,
    });
    const { id } = await tenant.platform.users.create({ email: `${randomUUID()}@example.com` });
    await eventually(() => receiver.output().includes(`Welcome, ${id}`));

    const { id: endpointId } = endpoint;
    const { data } = await tenant.platform.webhookEndpoints.deliveries.list(endpointId);
    const [delivery] = data;
    await receiver.stop();
    receiver = await start();
    await tenant.platform.webhookEndpoints.update(endpointId, { url: `${receiver.url}/webhooks` });
    await tenant.platform.webhookEndpoints.deliveries.redeliver(endpointId, String(delivery?.id));
    await eventually(() => /evt_\w+ again/.test(receiver.output()));
    expect(readFileSync(inbox, 'utf8').trim().split('\n')).toHaveLength(1);

    const unsigned = await fetch(`${receiver.url}/webhooks`, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(401);
    await receiver.stop();
  });
});

describe('inline-hook', () => {
  it('adds a claim to the tokens of users', async () => {
    const secret = secretOf();
    const hook = await startExample('inline-hook', { HOOK_SECRET: secret });
    await tenant.platform.hooks.create({
      name: 'Plan',
      stage: 'token_issue',
      url: `${hook.url}/hooks/token-issue`,
      failureMode: 'closed',
      secret,
    });
    const ada = await tenant.under.person('demo');
    const scopes = ['orders.read'];
    const clientId = await tenant.under.signInApplication('demo', scopes);
    // A new hook takes effect within 30 seconds.
    await eventually(async () => {
      const { accessToken } = await tenant.under.signIn('demo', ada, { clientId, scopes });
      const [, payload = ''] = accessToken.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
      return (claims as { plan?: string }).plan === 'free';
    });
    await hook.stop();
  });
});
