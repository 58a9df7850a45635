import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { patientPeer } from '@platform/testkit/patient-peer';
import { newId } from '@platform/kit/ids';
import type * as oidc from 'openid-client';
import * as openid from 'openid-client';
import { linkIntents } from '../src/account/link-intents.ts';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import { signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';
import { eventDataOf } from './tenant-events.ts';

let hub: SignInHub;
let tenant: MadeTenant;
let application: TestApplication;
let config: oidc.Configuration;
let n = 0;
const dsarToken = 'a-token-between-services-0123456789';

beforeAll(async () => {
  // The cluster's address is known only after the stores have started.
  hub = await signInHub({ 'platform.dsar.fanout.service-account-token': dsarToken }, undefined, [
    'platform.account-consent.service-identity.cluster',
    'platform.account-linking.service-identity.cluster',
  ]);
});
beforeEach(async () => {
  tenant = await hub.makeTenant(`acme${++n}`);
  hub.setUser(tenant);
  application = await hub.application(tenant, { firstParty: false });
  config = await hub.client(application);
});
afterAll(() => hub.stop());

async function ask(
  path: string,
  more: { method?: string; account?: string; body?: object; audience?: string } = {},
): Promise<HubReply> {
  const { method = 'GET', account = 'identity-service', audience = 'hub-internal-auth' } = more;
  const token = await hub.around.cluster.mint(account, audience);
  return hub.ask(path, {
    method,
    body: more.body && JSON.stringify(more.body),
    headers: {
      ...(more.body && { 'content-type': 'application/json' }),
      authorization: `Bearer ${token}`,
      'x-platform-tenant': tenant.id,
    },
  });
}
const read = <T>(work: Parameters<typeof hub.pod.platform.db.transact<T>>[1]): Promise<T> =>
  hub.pod.platform.db.transact(
    { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
    work,
  );

describe('/internal/account/consents', () => {
  it('lists and revokes the consents of a user', async () => {
    const tokens = await signInAt(config, hub.browser());
    const listed = await ask(`/internal/account/consents?sub=${hub.user}`);
    expect(listed.body).toEqual({
      data: [
        {
          clientId: application.clientId,
          clientName: 'An application',
          logoUri: null,
          scopes: ['email', 'offline_access', 'openid', 'profile'],
          resources: ['urn:platform:product-api'],
          firstParty: false,
          grantedAt: expect.any(String),
          lastUsedAt: expect.any(String),
        },
      ],
      nextCursor: null,
      hasMore: false,
    });
    const revoke = `/internal/account/consents?sub=${hub.user}&clientId=${application.clientId}`;
    expect((await ask(revoke, { method: 'DELETE' })).body).toEqual({ revoked: 1 });
    expect((await ask(revoke, { method: 'DELETE' })).body).toEqual({ revoked: 0 });
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const { status } = await hub.ask('/oauth2/userinfo', {
      host: tenant.host,
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(status).toBe(401);
    expect(await eventDataOf(hub, tenant.id, 'user.consent_revoked')).toMatchObject([
      {
        client: { id: application.clientId },
        scopes: expect.arrayContaining(['email']),
        reason: 'requested',
      },
    ]);
  });

  it.each([
    ['no user', '', 400],
    ['an id of another kind', '?sub=app_1', 400],
  ])('rejects a request with %s', async (_name, query, status) => {
    expect((await ask(`/internal/account/consents${query}`)).status).toBe(status);
  });

  it('accepts only the identity service', async () => {
    const path = `/internal/account/consents?sub=${hub.user}`;
    expect((await ask(path, { account: 'fga' })).status).toBe(403);
    expect((await ask(path, { audience: 'hub' })).status).toBe(401);
    expect((await hub.ask(path)).status).toBe(401);
  });
});

describe('/internal/account-link-intents', () => {
  const body = (more: object = {}) => ({
    invitationId: 'inv_1',
    organizationId: newId('organization'),
    email: 'ada@example.com',
    ...more,
  });
  const from = { ip: '203.0.113.7', userAgent: 'browser/1' };
  const intents = linkIntents({ returnHosts: new Set(), issuerOf: async () => tenant.issuer });

  it('creates an intent that one user can redeem once', async () => {
    const { status, body: made } = await ask('/internal/account-link-intents', {
      method: 'POST',
      body: body(),
    });
    expect([status, made.id.slice(0, 4)]).toEqual([200, 'lin_']);
    expect(made.authorizeUrl).toBe(
      `${tenant.issuer}/oauth2/authorize?link_intent=${made.intentToken}`,
    );
    const won = await Promise.all(
      Array.from({ length: 8 }, () =>
        read((tx) => intents.confirm(tx, { token: made.intentToken, userId: hub.user, ...from })),
      ),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await eventDataOf(hub, tenant.id, 'user.account_linked')).toMatchObject([
      { user: { id: hub.user }, linkIntentId: made.id, sourceIp: from.ip, ...from },
    ]);
  });

  it('revokes the previous intent for the same invitation', async () => {
    const mint = () => ask('/internal/account-link-intents', { method: 'POST', body: body() });
    const [first, second] = [await mint(), await mint()];
    expect(await read((tx) => intents.find(tx, first.body.intentToken))).toBeUndefined();
    expect(await read((tx) => intents.find(tx, second.body.intentToken))).toMatchObject({
      invitationId: 'inv_1',
    });
  });

  it('is rejected for another user, and revoked after five attempts', async () => {
    const expected = newId('user');
    const { body: made } = await ask('/internal/account-link-intents', {
      method: 'POST',
      body: body({ userId: expected }),
    });
    const { intentToken: token } = made;
    const confirmed = (userId: string) => read((tx) => intents.confirm(tx, { token, userId }));
    for (let i = 0; i < 4; i++) expect(await confirmed(hub.user)).toBeUndefined();
    expect(await read((tx) => intents.find(tx, token))).toBeDefined();
    await confirmed(hub.user);
    expect(await confirmed(expected)).toBeUndefined();
  });

  it('does not redirect to a host that is not configured', async () => {
    const { status, body: problem } = await ask('/internal/account-link-intents', {
      method: 'POST',
      body: body({ returnTo: 'https://evil.test/' }),
    });
    expect([status, problem.errors[0].pointer]).toEqual([422, '/returnTo']);
  });
});

describe('access and erasure requests', () => {
  const dsar = (bearer: string, sub = hub.user): Promise<HubReply> =>
    hub.ask(`/admin/dsar/${sub}`, {
      headers: { authorization: `Bearer ${bearer}`, 'x-platform-tenant': tenant.id },
    });

  it('return the stored data of a user, but no tokens', async () => {
    const tokens = await signInAt(config, hub.browser());
    const { status, text, body } = await dsar(dsarToken);
    expect([status, body.sub, body.service, body.truncated]).toEqual([200, hub.user, 'hub', false]);
    expect(body.sections.sessions).toMatchObject([{ acr: 'aal1' }]);
    expect(body.sections.grants).toMatchObject([{ clientId: application.clientId }]);
    expect(body.sections.consents).toHaveLength(1);
    expect(text).not.toContain(tokens.refresh_token);
    expect((await dsar(dsarToken, newId('user'))).body.sections.sessions).toEqual([]);
  });

  it('require the configured bearer', async () => {
    expect((await dsar('another')).status).toBe(401);
    expect((await hub.ask(`/admin/dsar/${hub.user}`)).status).toBe(401);
  });

  it('erase everything, once', async () => {
    const tokens = await signInAt(config, hub.browser());
    const peer = patientPeer({
      address: `127.0.0.1:${hub.pod.rpcPort}`,
      token: () => hub.around.cluster.mint('compliance', 'hub'),
    });
    try {
      const subjects = peer.service('platform.datasubject.v1.DataSubject');
      const request = { tenantId: tenant.id, requestId: newId('request'), userId: hub.user };
      const asked = await subjects.Deactivate({ ...request, phase: 'deactivate', dryRun: true });
      expect(asked.items).toMatchObject([
        { category: 'sessions', action: 'REVOKED' },
        { category: 'grants', action: 'REVOKED' },
      ]);
      const erased = await subjects.Erase({ ...request, phase: 'erase' });
      expect(erased).toMatchObject({ peer: 'hub', outcome: 'DONE' });
      expect(erased.items.map(({ category }) => category).sort()).toEqual([
        'consents',
        'grants',
        'sessions',
      ]);
      expect(await subjects.Erase({ ...request, phase: 'erase' })).toEqual(erased);
      await expect(
        subjects.Erase({ ...request, phase: 'erase', userId: newId('user') }),
      ).rejects.toMatchObject({ code: 'conflict' });
      const kept = await read((tx) => tx.rows('SELECT * FROM data_subject_request'));
      expect(JSON.stringify(kept)).not.toContain(hub.user);
      const unknown = { ...request, requestId: newId('request'), userId: newId('user') };
      expect((await subjects.Erase({ ...unknown, phase: 'erase' })).outcome).toBe('NOTHING_FOUND');
    } finally {
      peer.close();
    }
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await dsar(dsarToken)).body.sections).toMatchObject({ sessions: [], consents: [] });
  });
});
