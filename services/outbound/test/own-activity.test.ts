import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformEvent } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { testPlatform } from '@platform/testkit/service';
import type { TestPlatform } from '@platform/testkit/service';
import { ingest } from '../src/ingestion/ingest.ts';
import { outbound } from '../src/service.ts';
import { newEvent, noHooks } from './event-fixtures.ts';

const path = '/api/v1/me/activity';
const userId = newId('user');
const administrator = newId('user');
const mine = { subject: { type: 'user', id: userId } };
let platform: TestPlatform;
let tenants = 0;

beforeAll(async () => {
  platform = await testPlatform(outbound);
});
afterAll(() => platform.stop());

/** A tenant with these events in its log, and the calls of its user. */
async function fresh(events: readonly PlatformEvent[]) {
  const tenant = platform.hub.tenant(`tenant${++tenants}`);
  const { db } = platform.service.platform;
  await ingest(db, noHooks, { tenantId: tenant.id, channel: 'events', events });
  return platform.as({ tenant, userId, scopes: ['self.read'] });
}

const signedIn = newEvent('user.signed_in', {
  ...mine,
  actor: { type: 'user', id: userId },
  data: {
    user: { id: userId },
    ip: '203.0.113.7',
    userAgent: 'Firefox',
    country: 'CH',
    method: 'password',
    clientId: 'console',
  },
});
const updated = newEvent('user.updated', {
  ...mine,
  actor: { type: 'user', id: administrator },
  data: {
    changed: ['/displayName', '/metadata/secretNote', '/metadata/plan'],
    previous: { '/metadata/secretNote': 'confidential' },
  },
});
const joined = newEvent('organization.member_added', {
  actor: { type: 'client', id: 'script' },
  data: { member: { user: { id: userId } } },
});
const ofAnother = newEvent('user.signed_in', { actor: { type: 'user', id: userId } });
const ofTheTenant = newEvent('client.created', { actor: { type: 'user', id: userId } });

describe('meActivityList', () => {
  test('returns what happened to the user, newest first, and nothing else', async () => {
    const own = await fresh([signedIn, ofAnother, updated, ofTheTenant, joined]);
    const { status, body } = await own.get(path);
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([
      joined.id,
      updated.id,
      signedIn.id,
    ]);
    expect(body.data[2]).toMatchObject({
      type: 'user.signed_in',
      summary: 'A user signed in.',
      by: 'you',
      ip: '203.0.113.7',
      userAgent: 'Firefox',
      country: 'CH',
      method: 'password',
      clientId: 'console',
    });
    expect(body.data.map(({ by }: { by: string }) => by)).toEqual([
      'application',
      'administrator',
      'you',
    ]);
  });

  test('names neither other people nor hidden attributes', async () => {
    const own = await fresh([updated]);
    const { body } = await own.get(path);
    expect(body.data[0].changed).toEqual(['/displayName', '/metadata']);
    for (const hidden of [administrator, 'confidential', 'secretNote'])
      expect(JSON.stringify(body)).not.toContain(hidden);
  });

  test('returns pages', async () => {
    const own = await fresh([signedIn, updated, joined]);
    const first = await own.get(`${path}?limit=2`);
    expect(first.body.hasMore).toBe(true);
    const second = await own.get(`${path}?limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body.data).toMatchObject([{ id: signedIn.id }]);
    expect(second.body.hasMore).toBe(false);
  });

  test('rejects a token without the scope, and shows another tenant nothing', async () => {
    await fresh([signedIn]);
    const tenant = platform.hub.tenant(`tenant${++tenants}`);
    const without = await platform.as({ tenant });
    expect((await without.get(path)).body.code).toBe('insufficient_scope');
    const stranger = await platform.as({ tenant, userId, scopes: ['self.read'] });
    expect((await stranger.get(path)).body.data).toEqual([]);
  });
});
