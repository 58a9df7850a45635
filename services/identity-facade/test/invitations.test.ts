import { newId } from '@platform/kit/ids';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { startReceiver } from '@platform/testkit/receiver';
import type { Behaviour, Receiver } from '@platform/testkit/receiver';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';
import { openSurface } from './identity-service-fixtures.ts';

const intent = {
  id: newId('linkIntent'),
  intentToken: 'intent-token',
  authorizeUrl: 'https://acme.example.com/oauth2/authorize?link_intent=intent-token',
  expiresAt: '2026-11-20T05:41:00.123Z',
};
const created = (): Behaviour => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(intent),
});

let hub: Receiver;
let on: ExperiencePlatform;
let tenant: TestTenant;
beforeAll(async () => {
  hub = await startReceiver();
  on = await experiencePlatform();
  await on.platform.restart({
    ...openSurface(on),
    'platform.idp-facade.hub-base-url': `http://127.0.0.1:${hub.port}`,
    'platform.idp-facade.hub-token-path': await on.platform.cluster.tokenFile(
      'identity-service',
      'hub-internal-auth',
    ),
  });
  ({ tenant } = await on.tenant());
});
afterAll(async () => {
  await on.stop();
  await hub.stop();
});
beforeEach(() => {
  hub.answer = created;
});

/** An invitation of the tenant; returns its id, its organization and the token of its link. */
function invited(outcome: 'PENDING' | 'EXPIRED' | 'REVOKED' | 'USED' = 'PENDING') {
  const [id, organizationId, token] = [
    newId('invitation'),
    newId('organization'),
    newId('request'),
  ];
  on.platform.directory.setInvitation(id, {
    outcome,
    organizationId,
    organizationName: 'Engines',
    email: 'ada@example.com',
    emailMasked: 'a•••@e•••.com',
    token,
  });
  return { id, organizationId, token };
}

async function ask(
  action: 'preview' | 'accept',
  body: object,
  { audience = 'identity-tenant-facade', account = 'identity-service', headers = {} } = {},
) {
  const authorization = `Bearer ${await on.platform.cluster.mint(account, audience)}`;
  return on.platform.call('post', `/internal/tenants/${tenant.id}/invitations/${action}`, {
    headers: { authorization, 'x-platform-tenant': tenant.id, ...headers },
    body,
  });
}

describe('the page that invitations link to', () => {
  test('shows who sent the invitation, and a masked address', async () => {
    const { token, organizationId } = invited();
    const { status, body } = await ask('preview', { token });
    expect([status, body]).toEqual([
      200,
      {
        organizationId,
        organizationName: 'Engines',
        emailMasked: 'a•••@e•••.com',
        state: 'pending',
      },
    ]);
  });

  test('gets the sign-in URL with a link intent of the hub', async () => {
    const { id, token, organizationId } = invited();
    const userId = newId('user');
    const headers = { 'idempotency-key': 'once' };
    const { status, body } = await ask('accept', { token, userId }, { headers });
    const { id: _, ...shown } = intent;
    expect([status, body]).toEqual([200, { ...shown, organizationId }]);
    const call = hub.received.at(-1);
    expect(call).toMatchObject({
      method: 'POST',
      path: '/internal/account-link-intents',
      headers: { 'x-platform-tenant': tenant.id, 'idempotency-key': 'once' },
    });
    expect(call?.headers.authorization).toMatch(/^Bearer ey/);
    expect(JSON.parse(call?.body ?? '')).toEqual({
      invitationId: id,
      organizationId,
      email: 'ada@example.com',
      userId,
    });
  });

  test.each(['EXPIRED', 'REVOKED', 'USED'] as const)(
    'cannot accept one that is %s',
    async (state) => {
      const { token } = invited(state);
      const before = hub.received.length;
      expect((await ask('preview', { token })).body.state).toBe(state.toLowerCase());
      expect((await ask('accept', { token })).body.code).toBe('invalid_state');
      expect(hub.received).toHaveLength(before);
    },
  );

  test('learns nothing from an unknown token', async () => {
    for (const action of ['preview', 'accept'] as const)
      expect((await ask(action, { token: 'guessed' })).status).toBe(404);
  });

  test.each([{}, { token: '' }, { token: 'a', more: 1 }, { token: 'a', userId: 'me' }])(
    'rejects %j',
    async (body) => {
      expect((await ask('accept', body)).status).toBe(422);
    },
  );

  test('is available only to its own back end', async () => {
    const { token } = invited();
    expect((await ask('accept', { token }, { audience: 'hub' })).status).toBe(401);
    expect((await ask('accept', { token }, { account: 'outbound' })).body.code).toBe(
      'caller_not_allowed',
    );
    const headers = { 'x-platform-tenant': newId('tenant') };
    expect((await ask('preview', { token }, { headers })).body.code).toBe('tenant_mismatch');
  });

  test.each<[string, () => Behaviour, number, string]>([
    ['fails', () => ({ status: 500 }), 502, 'upstream_failed'],
    // A hub whose account-linking channel is closed.
    ['has no such path', () => ({ status: 404 }), 502, 'upstream_failed'],
    ['breaks off', () => ({ reset: true }), 503, 'upstream_unavailable'],
  ])('gets an error if the hub %s', async (_name, answer, status, code) => {
    hub.answer = answer;
    const { token } = invited();
    const refused = await ask('accept', { token });
    expect([refused.status, refused.body.code]).toEqual([status, code]);
  });
});
