import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verify } from '@platform/kit/webhook-signature';
import { eventually } from '@platform/testkit/eventually';
import type { TestHook } from '@platform/testkit/fake-outbound';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { commands, hookProperties, startHookReceiver } from './hook-receiver.ts';
import type { HookReceiver } from './hook-receiver.ts';
import type { MadeTenant } from './hub-under-test.ts';
import { attempt, signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub } from './sign-in-hub.ts';

let hub: SignInHub;
let receiver: HookReceiver;
let tenant: MadeTenant;
let n = 0;
const scope = 'tenant:applications.read tenant:users.read';

beforeAll(async () => {
  receiver = await startHookReceiver();
  hub = await signInHub({
    ...hookProperties,
    'platform.hooks.rate-limit.per-tenant-per-minute': '20',
  });
  await eventually(() => hub.pod.platform.bus.isConnected());
});
beforeEach(async () => {
  tenant = await hub.makeTenant(`acme${++n}`);
  hub.setUser(tenant);
});
afterAll(async () => {
  await hub.stop();
  await receiver.stop();
});

const setHooks = (
  stage: 'client_credentials' | 'token_issue' | 'post_login',
  ...hooks: TestHook[]
) => hub.around.outbound.setHooks(tenant.id, stage, hooks);
const claimsOf = ({ body }: { body: any }) => decodeJwt(body.access_token) as Record<string, any>;

/** Completes an authorization request, and returns the parameters that the application receives. */
async function ended(
  config: oidc.Configuration,
  browser = hub.browser(),
): Promise<Record<string, string>> {
  const { url } = await attempt(config);
  const end = await browser.visit(url.href);
  return Object.fromEntries(new URL(end.url).searchParams);
}

describe('the hook stage client_credentials', () => {
  it('sends a signed call that describes the token', async () => {
    const hook = receiver.hook();
    const [listed] = setHooks('client_credentials', { url: hook.url, headers: { 'x-key': 'k' } });
    expect((await hub.token(tenant, { scope })).status).toBe(200);
    const [call] = hook.calls();
    const body = JSON.parse(call!.body);
    verify(call!.headers, call!.body, listed!.secrets, new Date(), 60);
    expect(call!.headers).toMatchObject({ 'x-key': 'k', 'webhook-id': body.requestId });
    expect(call!.headers).not.toHaveProperty('x-platform-test');
    expect(body).toMatchObject({
      hookId: listed!.id,
      stage: 'client_credentials',
      tenantId: tenant.id,
      client: { id: tenant.clientId },
      request: { ip: '127.0.0.1' },
      scopes: scope.split(' '),
      claims: { sub: tenant.clientId, tnt: tenant.id },
    });
    expect(body).not.toHaveProperty('user');
  });

  it("adds claims and removes scopes, but cannot change the platform's claims", async () => {
    const hook = receiver.hook(() =>
      commands(
        { type: 'set_claim', token: 'access', name: 'tier', value: { plan: 'gold' } },
        { type: 'set_claim', token: 'access', name: 'sub', value: 'someone else' },
        { type: 'set_claim', token: 'access', name: 'roles', value: ['owner'] },
        { type: 'set_claim', token: 'access', name: 'client_id', value: 'other' },
        { type: 'remove_scope', scope: 'tenant:users.read' },
        { type: 'remove_scope', scope: 'tenant:never.asked' },
      ),
    );
    setHooks('client_credentials', { url: hook.url });
    const answer = await hub.token(tenant, { scope });
    const claims = claimsOf(answer);
    expect(answer.body.scope).toBe('tenant:applications.read');
    expect(claims).toMatchObject({
      scope: 'tenant:applications.read',
      tier: { plan: 'gold' },
      sub: tenant.clientId,
      client_id: tenant.clientId,
    });
    expect(claims['roles']).toBeUndefined();
  });

  it('rejects a token with the message of the first hook that denies', async () => {
    const first = receiver.hook(() => commands({ type: 'deny', message: 'Only "at night".' }));
    const second = receiver.hook();
    setHooks('client_credentials', { url: first.url }, { url: second.url });
    const { status, body } = await hub.token(tenant, { scope });
    expect([status, body]).toEqual([
      400,
      { error: 'access_denied', error_description: 'Only at night .' },
    ]);
    expect(second.calls()).toHaveLength(0);
  });

  it('does not affect other clients or tenants without hooks', async () => {
    const hook = receiver.hook(() => commands({ type: 'deny', message: '' }));
    setHooks('client_credentials', { url: hook.url, clientIds: ['other'] });
    expect((await hub.token(tenant, { scope })).status).toBe(200);
    expect((await hub.token(await hub.makeTenant(`free${n}`), { scope })).status).toBe(200);
    expect(hook.calls()).toHaveLength(0);
  });

  it.each([
    ['a response with status 500', { status: 500 }],
    ['a timeout', { hang: true }],
    ['a broken connection', { reset: true }],
    ['a malformed command', { body: '{"commands":[{"type":"deny","message":1}]}' }],
  ])('continues or stops after %s, depending on the hook', async (_what, behaviour) => {
    const failing = receiver.hook(() => behaviour);
    const next = receiver.hook(() =>
      commands({ type: 'set_claim', token: 'access', name: 'tier', value: 1 }),
    );
    const hooks = { url: failing.url, timeoutMs: 200 };
    setHooks('client_credentials', hooks, { url: next.url });
    expect(claimsOf(await hub.token(tenant, { scope }))['tier']).toBe(1);

    tenant = await hub.makeTenant(`closed${n}`);
    setHooks('client_credentials', { ...hooks, failureMode: 'closed' }, { url: next.url });
    const { status, body, headers } = await hub.token(tenant, { scope });
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(headers['retry-after']).toBeDefined();
    expect(body).not.toHaveProperty('access_token');
    expect(next.calls()).toHaveLength(1);
  });

  it('counts a hook above the limit of the tenant as failed', async () => {
    const hook = receiver.hook();
    setHooks('client_credentials', { url: hook.url, failureMode: 'closed' });
    let issued = 0;
    let status = 200;
    while (status === 200 && issued < 60) {
      status = (await hub.token(tenant, { scope })).status;
      if (status === 200) issued += 1;
    }
    expect(status).toBe(503);
    expect(hook.calls()).toHaveLength(issued);
    // The limit applies to a sliding minute, in which earlier calls count less and less.
    expect(issued).toBeGreaterThanOrEqual(20);
  });

  it('stops calling a failing host until a probe succeeds', async () => {
    const hook = receiver.hook(() => ({ status: 500 }));
    setHooks('client_credentials', { url: hook.url });
    for (let i = 0; i < 7; i += 1) await hub.token(tenant, { scope });
    expect(hook.calls()).toHaveLength(5);
  });

  it('caches hooks until a change is published', async () => {
    const hook = receiver.hook(() => commands({ type: 'deny', message: 'No.' }));
    expect((await hub.token(tenant, { scope })).status).toBe(200);
    const [listed] = setHooks('client_credentials', { url: hook.url });
    expect((await hub.token(tenant, { scope })).status).toBe(200);
    await hub.pod.platform.db.transact(
      { tenantId: tenant.id, actor: { type: 'system', id: 'outbound' } },
      (tx) =>
        tx.publish({
          type: 'webhook.hook_changed',
          subject: { type: 'hook', id: listed!.id },
          data: { hook: { id: listed!.id }, change: 'created' },
        }),
    );
    await eventually(async () => (await hub.token(tenant, { scope })).status === 400);
  });
});

describe('the hook stage token_issue', () => {
  it('is called once for both tokens of a request, and again for a refresh', async () => {
    const hook = receiver.hook(() =>
      commands(
        { type: 'set_claim', token: 'access', name: 'tier', value: 'gold' },
        { type: 'set_claim', token: 'id', name: 'nickname_of', value: 'Ada' },
        { type: 'set_claim', token: 'id', name: 'nonce', value: 'forged' },
        { type: 'remove_scope', scope: 'email' },
      ),
    );
    setHooks('token_issue', { url: hook.url });
    const config = await hub.client(await hub.application(tenant));
    const tokens = await signInAt(config, hub.browser());
    expect(decodeJwt(tokens.access_token)).toMatchObject({ tier: 'gold', sub: hub.user });
    expect(tokens.claims()).toMatchObject({ nickname_of: 'Ada', sub: hub.user });
    expect(tokens.scope?.split(' ')).not.toContain('email');
    expect(String(decodeJwt(tokens.access_token)['scope'])).not.toContain('email');
    expect(hook.questions()).toMatchObject([{ stage: 'token_issue', user: { id: hub.user } }]);

    hook.answer(() => commands({ type: 'deny', message: 'Not any more.' }));
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'access_denied',
      error_description: 'Not any more.',
    });
    hook.answer(() => ({ status: 204 }));
    const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token!);
    expect(decodeJwt(refreshed.access_token)).not.toHaveProperty('tier');
    expect(hook.calls()).toHaveLength(3);
  });

  it('allows the code to be redeemed again after a hook was unavailable', async () => {
    const hook = receiver.hook(() => ({ status: 503 }));
    setHooks('token_issue', { url: hook.url, failureMode: 'closed' });
    const config = await hub.client(await hub.application(tenant));
    const { url, checks } = await attempt(config);
    const end = new URL((await hub.browser().visit(url.href)).url);
    await expect(oidc.authorizationCodeGrant(config, end, checks)).rejects.toThrow();
    hook.answer(() => ({}));
    const tokens = await oidc.authorizationCodeGrant(config, end, checks);
    expect(tokens.access_token).toEqual(expect.any(String));
  });
});

describe('the hook stage post_login', () => {
  it('is called once per sign-in, even with consent, and not for an existing session', async () => {
    const hook = receiver.hook();
    setHooks('post_login', { url: hook.url });
    const config = await hub.client(await hub.application(tenant, { firstParty: false }));
    const browser = hub.browser();
    await signInAt(config, browser);
    expect(hub.seen.slice(-2).map(({ prompt }) => prompt)).toEqual(['login', 'consent']);
    expect(hook.questions()).toMatchObject([
      {
        stage: 'post_login',
        user: { id: hub.user },
        request: { ip: '127.0.0.1', userAgent: 'browser/1' },
        claims: { acr: 'aal1', amr: ['pwd'] },
      },
    ]);
    await signInAt(config, browser);
    expect(hook.calls()).toHaveLength(1);
  });

  it('can deny the sign-in, and returns the reason to the application', async () => {
    const hook = receiver.hook(() => commands({ type: 'deny', message: 'Not from here.' }));
    setHooks('post_login', { url: hook.url });
    const config = await hub.client(await hub.application(tenant));
    expect(await ended(config)).toMatchObject({
      error: 'access_denied',
      error_description: 'Not from here.',
    });
  });

  it('is called again until it allows the sign-in; the session alone is not enough', async () => {
    const hook = receiver.hook(() => commands({ type: 'deny', message: 'Not from here.' }));
    setHooks('post_login', { url: hook.url, failureMode: 'closed' });
    const config = await hub.client(await hub.application(tenant));
    const browser = hub.browser();
    const errors: (string | undefined)[] = [];
    const again = async () => errors.push((await ended(config, browser))['error']);
    await again();
    await again();
    hook.answer(() => ({ status: 500 }));
    await again();
    hook.answer(() => ({}));
    await again();
    await again();
    expect(errors).toEqual([
      'access_denied',
      'access_denied',
      'temporarily_unavailable',
      undefined,
      undefined,
    ]);
    expect(hook.calls()).toHaveLength(4);
  });

  it('is called for each client that uses a session', async () => {
    const [open, gated] = [await hub.application(tenant), await hub.application(tenant)];
    const hook = receiver.hook(() => commands({ type: 'deny', message: 'No.' }));
    setHooks('post_login', { url: hook.url, clientIds: [gated.clientId] });
    const browser = hub.browser();
    expect((await ended(await hub.client(open), browser))['error']).toBeUndefined();
    expect((await ended(await hub.client(gated), browser))['error']).toBe('access_denied');
  });

  it('can require a stronger sign-in, and accepts no weaker one the second time', async () => {
    const hook = receiver.hook(() => commands({ type: 'require_acr', acr: 'aal2' }));
    setHooks('post_login', { url: hook.url });
    const config = await hub.client(await hub.application(tenant));
    const before = hub.seen.length;
    expect(await ended(config)).toMatchObject({
      error: 'access_denied',
      error_description: 'a hook requires a stronger sign-in',
    });
    const seen = hub.seen.slice(before);
    expect(seen.map(({ reasons }) => reasons.includes('post_login_hook'))).toEqual([false, true]);
    expect(seen[1]!.details).toMatchObject({ policy: { stepUp: { acr: 'aal2' } } });

    const usual = hub.standIn;
    hub.standIn = (request, { finish }) =>
      finish(
        request.reasons.includes('post_login_hook') ? { acr: 'aal2', amr: ['pwd', 'otp'] } : {},
      );
    const tokens = await signInAt(config, hub.browser());
    hub.standIn = usual;
    expect(decodeJwt(tokens.access_token)).toMatchObject({ acr: 'aal2' });
  });

  it.each([
    ['open', undefined],
    ['closed', 'temporarily_unavailable'],
  ])('with an unavailable hook that fails %s returns the error %s', async (failureMode, error) => {
    const hook = receiver.hook(() => ({ status: 500 }));
    setHooks('post_login', { url: hook.url, failureMode });
    const config = await hub.client(await hub.application(tenant));
    expect((await ended(config))['error']).toBe(error);
    expect(hook.calls()).toHaveLength(1);
  });
});

describe('while the hooks of a tenant cannot be read', () => {
  it('tokens are issued and sign-ins are denied', async () => {
    const config = await hub.client(await hub.application(tenant));
    hub.around.outbound.setAway(true);
    try {
      expect((await hub.token(tenant, { scope })).status).toBe(200);
      expect((await ended(config))['error']).toBe('temporarily_unavailable');
    } finally {
      hub.around.outbound.setAway(false);
    }
  });
});
