import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import { eventually, eventuallyPasses } from '@platform/testkit/eventually';
import { testPlatform } from '@platform/testkit/service';
import type { TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await testPlatform(directory);
});
afterAll(() => platform.stop());

/** Publishes the creation of a tenant, as the hub does. Returns a function that delivers the same event again. */
async function created(tenantId: string, administrator?: { id: string; email: string }) {
  const event = {
    id: newId('event'),
    type: 'tenant.created',
    occurredAt: new Date().toISOString(),
    actor: { type: 'system', id: 'hub' },
    organizationId: null,
    subject: { type: 'tenant', id: tenantId },
    data: { tenant: {}, administrator },
    schemaVersion: 1,
  };
  const message = { id: event.id, type: event.type, tenantid: tenantId, data: event };
  // The connection may still be opening.
  const deliver = () =>
    eventually(() =>
      platform.service.platform.bus
        .jetstream()
        ?.publish('platform.tenant.created', JSON.stringify(message)),
    );
  await deliver();
  return deliver;
}
const mailsTo = (to: string) => platform.identityFacade.mails.filter((mail) => mail.to === to);
const usersOf = async (api: { get: (path: string) => Promise<{ body: any }> }) =>
  (await api.get('/api/v1/directory/users')).body.data;

test('the first administrator of a new tenant is a user with this id, and is invited by mail', async () => {
  const tenant = platform.hub.tenant('initech');
  const api = await platform.as({ tenant });
  const administrator = { id: newId('user'), email: 'ada@initech.example' };
  await created(tenant.id, administrator);
  const [mail] = await eventually(() => {
    const mails = mailsTo(administrator.email);
    return mails.length > 0 ? mails : undefined;
  });
  expect(mail).toMatchObject({
    tenantId: tenant.id,
    type: 'administrator_invitation',
    linkUrl: `${tenant.issuer}/console`,
    userId: administrator.id,
  });
  const [user, ...others] = await usersOf(api);
  expect([user, others]).toMatchObject([
    { ...administrator, emailVerified: true, status: 'active' },
    [],
  ]);
  const published = await platform.service.platform.db.read(
    { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
    (tx) =>
      tx.rows<{ envelope: any }>(`SELECT envelope FROM outbox WHERE subject LIKE '%user.created'`),
  );
  expect(published.map(({ envelope }) => envelope.data.data.origin)).toEqual(['invitation']);
});

test('the mail waits for a mail service that is away, and is sent once', async () => {
  const tenant = platform.hub.tenant('hooli');
  const administrator = { id: newId('user'), email: 'grace@hooli.example' };
  platform.identityFacade.setAway(true);
  const asked = platform.identityFacade.asked();
  const deliverAgain = await created(tenant.id, administrator);
  await eventually(() => platform.identityFacade.asked() > asked);
  await deliverAgain();
  platform.identityFacade.setAway(false);
  await eventuallyPasses(() => expect(mailsTo(administrator.email)).toHaveLength(1));
  expect(await usersOf(await platform.as({ tenant }))).toMatchObject([administrator]);
});

test('an event that is delivered again does not bring a deleted administrator back', async () => {
  const tenant = platform.hub.tenant('globex');
  const api = await platform.as({ tenant });
  const administrator = { id: newId('user'), email: 'hedy@globex.example' };
  const deliverAgain = await created(tenant.id, administrator);
  await eventually(async () => (await usersOf(api)).length === 1);
  expect((await api.delete(`/api/v1/directory/users/${administrator.id}`)).status).toBe(200);
  await deliverAgain();
  // A later tenant shows that the repeated event has been consumed.
  const later = { id: newId('user'), email: 'later@initrode.example' };
  await created(platform.hub.tenant('initrode').id, later);
  await eventually(() => mailsTo(later.email).length > 0);
  expect(await usersOf(api)).toEqual([]);
});

test('a tenant without one has no users, and others do not see it', async () => {
  const empty = platform.hub.tenant('empty');
  await created(empty.id);
  const full = platform.hub.tenant('full');
  const administrator = { id: newId('user'), email: 'alan@full.example' };
  await created(full.id, administrator);
  await eventually(() => mailsTo(administrator.email).length > 0);
  expect(await usersOf(await platform.as({ tenant: empty }))).toEqual([]);
});
