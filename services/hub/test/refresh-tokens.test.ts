import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import { attempt, loginScopes, redirectUri, signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';
import { eventDataOf } from './tenant-events.ts';
import { openBucket } from '@platform/testkit/stores';

let hub: SignInHub;
let tenant: MadeTenant;
let application: TestApplication;
let config: oidc.Configuration;
let n = 0;

beforeAll(async () => {
  // Many concurrent requests on a busy machine must not time out while policies are evaluated.
  hub = await signInHub({ 'platform.conditional-access.evaluation-timeout': '10s' });
});
beforeEach(async () => {
  tenant = await hub.makeTenant(`acme${++n}`);
  hub.setUser(tenant);
  application = await hub.application(tenant);
  config = await hub.client(application);
});
afterAll(() => hub.stop());

const ask = (form: Record<string, string>): Promise<HubReply> =>
  hub.ask('/oauth2/token', {
    host: tenant.host,
    basic: [application.clientId, application.secret!],
    form,
  });
const refresh = (token: string, form: Record<string, string> = {}): Promise<HubReply> =>
  ask({ grant_type: 'refresh_token', refresh_token: token, ...form });
const outcomeOf = ({ status, body }: HubReply): unknown[] => [status, body.error];

const sql = (text: string, values: unknown[] = []): Promise<number> =>
  hub.pod.platform.db.transact(
    { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
    (tx) => tx.execute(text, values),
  );
const pastLeeway = (): Promise<number> =>
  sql(
    "UPDATE oidc_artifact SET consumed_at = consumed_at - interval '11 seconds' WHERE consumed_at IS NOT NULL",
  );
async function code(): Promise<{ code: string; verifier: string }> {
  const { url, checks } = await attempt(config);
  const end = await hub.browser().visit(url.href);
  return {
    code: new URL(end.url).searchParams.get('code')!,
    verifier: checks.pkceCodeVerifier,
  };
}
const redeem = (one: { code: string; verifier: string }): Promise<HubReply> =>
  ask({
    grant_type: 'authorization_code',
    code: one.code,
    redirect_uri: redirectUri,
    code_verifier: one.verifier,
  });

describe('a refresh token', () => {
  it('returns tokens for the same sign-in and a new refresh token', async () => {
    const first = await signInAt(config, hub.browser());
    const next = await oidc.refreshTokenGrant(config, first.refresh_token!);
    expect(next.refresh_token).not.toBe(first.refresh_token);
    const [before, after] = [decodeJwt(first.access_token), decodeJwt(next.access_token)];
    for (const claim of ['sub', 'sid', 'acr', 'auth_time', 'scope'])
      expect([claim, after[claim]]).toEqual([claim, before[claim]]);
  });

  it('returns fewer scopes on request, and never more', async () => {
    const first = await signInAt(config, hub.browser(), { scope: 'openid email offline_access' });
    const fewer = await refresh(first.refresh_token!, { scope: 'openid' });
    expect([fewer.status, fewer.body.scope]).toEqual([200, 'openid']);
    expect(outcomeOf(await refresh(fewer.body.refresh_token, { scope: 'openid profile' }))).toEqual(
      [400, 'invalid_scope'],
    );
  });

  it('can be reused within the leeway, in case a response is lost', async () => {
    const { refresh_token: token } = await signInAt(config, hub.browser());
    const [one, other] = [await refresh(token!), await refresh(token!)];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect((await refresh(one.body.refresh_token)).status).toBe(200);
    expect((await refresh(other.body.refresh_token)).status).toBe(200);
  });

  it('revokes its whole family when it is used again later', async () => {
    const first = await signInAt(config, hub.browser());
    const { body: next } = await refresh(first.refresh_token!);
    await pastLeeway();
    expect(outcomeOf(await refresh(first.refresh_token!))).toEqual([400, 'invalid_grant']);
    expect(outcomeOf(await refresh(next.refresh_token))).toEqual([400, 'invalid_grant']);
    const { body } = await hub.ask('/oauth2/introspect', {
      host: tenant.host,
      basic: [application.clientId, application.secret!],
      form: { token: next.access_token },
    });
    expect(body).toEqual({ active: false });
    expect(await eventDataOf(hub, tenant.id, 'user.refresh_token_reused')).toMatchObject([
      {
        user: { id: hub.user },
        clientId: application.clientId,
        scopes: loginScopes,
        sourceIp: '127.0.0.1',
      },
    ]);
  });

  it('emits one event when several concurrent requests reuse it', async () => {
    const { refresh_token: spent } = await signInAt(config, hub.browser());
    await oidc.refreshTokenGrant(config, spent!);
    await pastLeeway();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(spent!)));
    expect(answers.map(outcomeOf)).toEqual(answers.map(() => [400, 'invalid_grant']));
    expect(await eventDataOf(hub, tenant.id, 'user.refresh_token_reused')).toHaveLength(1);
  });

  it('is not consumed by a rejected request', async () => {
    const { refresh_token: token } = await signInAt(config, hub.browser());
    await hub.expectPolicies(tenant.id, application.clientId);
    hub.around.access.setPolicyAnswer(tenant.id, application.clientId, {
      outcome: 'deny',
      deny: { reason: 'policy_denied', messages: {}, policyId: 'pol_1' },
    });
    expect(outcomeOf(await refresh(token!))).toEqual([400, 'access_denied']);
    hub.around.access.setPolicyAnswer(tenant.id, application.clientId, {
      outcome: 'allow',
      allow: {},
    });
    await pastLeeway();
    expect((await refresh(token!)).status).toBe(200);
  });

  const stored = () =>
    hub.pod.platform.db.read(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      async (tx) =>
        (
          await tx.rows<{ isUsed: boolean }>(
            "SELECT consumed_at IS NOT NULL AS is_used FROM oidc_artifact WHERE model = 'RefreshToken' ORDER BY 1",
          )
        ).map(({ isUsed }) => isUsed),
    );

  it('is consumed together with its replacement, or not at all', async () => {
    const { refresh_token: token } = await signInAt(config, hub.browser());
    await hub.expectPolicies(tenant.id, application.clientId);
    hub.around.access.setPolicyAnswer(tenant.id, application.clientId, async () => {
      await sql("DELETE FROM oidc_artifact WHERE model = 'Grant'");
      return { outcome: 'allow', allow: {} };
    });
    expect(outcomeOf(await refresh(token!))).toEqual([400, 'invalid_grant']);
    expect(await stored()).toEqual([false]);
  });

  it('is consumed by one of ten concurrent requests, and the others get tokens within the leeway', async () => {
    const { refresh_token: token } = await signInAt(config, hub.browser());
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token!)));
    expect(answers.map(outcomeOf)).toEqual(answers.map(() => [200, undefined]));
    expect(await stored()).toEqual([...answers.map(() => false), true]);
    expect((await refresh(answers[7]!.body.refresh_token)).status).toBe(200);
  });

  it('is not found by the hash under which it is stored', async () => {
    const { refresh_token: token } = await signInAt(config, hub.browser());
    const hash = createHash('sha256').update(token!).digest('base64url');
    expect(outcomeOf(await refresh(`#${hash}`))).toEqual([400, 'invalid_grant']);
    expect(await stored()).toEqual([false]);
  });

  it('is rejected for a user who is no longer allowed to sign in', async () => {
    const { refresh_token: token } = await signInAt(config, hub.browser());
    hub.setUser(tenant, { status: 'suspended' });
    expect(outcomeOf(await refresh(token!))).toEqual([400, 'invalid_grant']);
    hub.setUser(tenant);
  });

  it('expires at the absolute lifetime, however often it is renewed', async () => {
    const { refresh_token: token } = await signInAt(config, hub.browser());
    const past = 90 * 86_400 - 30;
    await sql(
      `UPDATE oidc_artifact SET payload = payload || jsonb_build_object('iiat', (payload->>'iiat')::bigint - $1::bigint) WHERE model = 'RefreshToken'`,
      [past],
    );
    const { status, body } = await refresh(token!);
    expect(status).toBe(200);
    await sql(
      `UPDATE oidc_artifact SET payload = payload || jsonb_build_object('exp', (payload->>'exp')::bigint - 31), expires_at = expires_at - interval '31 seconds'
       WHERE model = 'RefreshToken' AND consumed_at IS NULL`,
    );
    expect(outcomeOf(await refresh(body.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('that is revoked also revokes its access tokens', async () => {
    const tokens = await signInAt(config, hub.browser());
    await oidc.tokenRevocation(config, tokens.refresh_token!);
    expect(outcomeOf(await refresh(tokens.refresh_token!))).toEqual([400, 'invalid_grant']);
    const { status } = await hub.ask('/oauth2/userinfo', {
      host: tenant.host,
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(status).toBe(401);
  });

  it('is stored only as a hash', async () => {
    const { refresh_token: token } = await signInAt(config, hub.browser());
    const rows = await hub.pod.platform.db.read(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      (tx) => tx.rows('SELECT model, payload::text FROM oidc_artifact'),
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('revocation (RFC 7009)', () => {
  const revokes = (token: string, client: TestApplication) =>
    hub.ask('/oauth2/revoke', {
      host: tenant.host,
      form: { token, ...(client.secret ? {} : { client_id: client.clientId }) },
      ...(client.secret && { basic: [client.clientId, client.secret] }),
    });

  it('revokes the tokens of a public client with its client id alone', async () => {
    application = await hub.application(tenant, {}, { type: 'spa' });
    config = await hub.client(application);
    const { refresh_token: token } = await signInAt(config, hub.browser());
    expect((await revokes(token!, application)).status).toBe(200);
    await expect(oidc.refreshTokenGrant(config, token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('does not revoke tokens of another client, and returns 200 for an invalid token', async () => {
    const { refresh_token: token } = await signInAt(config, hub.browser());
    await revokes(token!, await hub.application(tenant));
    expect((await revokes('nothing', application)).status).toBe(200);
    expect((await refresh(token!)).status).toBe(200);
  });
});

describe('an authorization code', () => {
  it('that is used twice revokes its tokens', async () => {
    const one = await code();
    const { body: tokens } = await redeem(one);
    expect(outcomeOf(await redeem(one))).toEqual([400, 'invalid_grant']);
    expect(outcomeOf(await refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    const answer = await hub.ask('/oauth2/userinfo', {
      host: tenant.host,
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(answer.status).toBe(401);
  });

  it('is redeemed by exactly one of twenty concurrent requests', async () => {
    const one = await code();
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(one)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect(body.error).toBe('invalid_grant');
    expect(outcomeOf(await redeem(one))).toEqual([400, 'invalid_grant']);
    expect(outcomeOf(await refresh(winners[0]!.body.refresh_token))).toEqual([
      400,
      'invalid_grant',
    ]);
  });

  it('can be used again after an error of the platform', async () => {
    const one = await code();
    await hub.expectPolicies(tenant.id, application.clientId);
    hub.around.access.setAway(true);
    await openBucket(hub.pod.platform.bus.jetstream()!, 'access-policies');
    try {
      expect(outcomeOf(await redeem(one))).toEqual([503, 'temporarily_unavailable']);
    } finally {
      hub.around.access.setAway(false);
    }
    expect((await redeem(one)).status).toBe(200);
  });

  it.each([
    ['another verifier', { code_verifier: oidc.randomPKCECodeVerifier() }],
    ['no verifier', { code_verifier: '' }],
    ['another redirect URI', { redirect_uri: `${redirectUri}/x` }],
  ])('is rejected with %s', async (_name, change) => {
    const one = await code();
    const form = {
      grant_type: 'authorization_code',
      code: one.code,
      redirect_uri: redirectUri,
      code_verifier: one.verifier,
      ...change,
    };
    const entries = Object.entries(form).filter(([, value]) => value !== '');
    expect(outcomeOf(await ask(Object.fromEntries(entries)))).toEqual([400, 'invalid_grant']);
  });

  it('is rejected for another client', async () => {
    const one = await code();
    application = await hub.application(tenant);
    expect(outcomeOf(await redeem(one))).toEqual([400, 'invalid_grant']);
  });
});

describe('scopes of a user', () => {
  const scopes = ['openid', 'offline_access', 'tenant:users.read', 'tenant:users.write'];
  it('are the intersection of those requested, allowed for the client and granted to the user', async () => {
    application = await hub.application(tenant, {}, { scopes });
    config = await hub.client(application);
    hub.around.access.setScopes(hub.user, ['tenant:users.read', 'tenant:roles.read']);
    const tokens = await signInAt(config, hub.browser(), {
      scope: [...scopes, 'tenant:roles.read'].join(' '),
    });
    expect(decodeJwt(tokens.access_token)['scope']).toBe('openid offline_access tenant:users.read');
    hub.around.access.setScopes(hub.user, ['tenant:users.write']);
    const next = await refresh(tokens.refresh_token!);
    expect(next.body.scope).toBe('openid offline_access tenant:users.write');
  });

  it('include elevations, and end with them', async () => {
    application = await hub.application(tenant, {}, { scopes });
    config = await hub.client(application);
    const endsAt = Math.floor(Date.now() / 1000) + 120;
    hub.around.access.setElevated(hub.user, [
      {
        scope: 'tenant:users.write',
        activationId: 'act_1',
        expiresAt: new Date(endsAt * 1000).toISOString(),
      },
    ]);
    const tokens = await signInAt(config, hub.browser(), { scope: scopes.join(' ') });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      elevated_scopes: ['tenant:users.write'],
      elevated_until: endsAt,
      exp: endsAt,
    });
    expect(tokens.expires_in).toBeLessThanOrEqual(120);
  });
});
