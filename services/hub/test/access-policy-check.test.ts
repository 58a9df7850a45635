import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessPolicyKey } from '@platform/contracts';
import { eventually } from '@platform/testkit/eventually';
import { decodeJwt } from 'jose';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';
import { openBucket } from '@platform/testkit/stores';

let hub: HubUnderTest;
let tenant: MadeTenant;
let n = 0;
const scope = 'tenant:applications.read';

beforeAll(async () => {
  hub = await hubUnderTest({ 'platform.conditional-access.evaluation-timeout': '1s' });
  await eventually(() => hub.pod.platform.bus.isConnected());
});
beforeEach(async () => {
  tenant = await hub.makeTenant(`acme${++n}`);
  await hub.expectPolicies(tenant.id, tenant.clientId);
});
afterAll(() => hub.stop());

const session = (more: object = {}) => ({
  maxAccessTokenSeconds: 0,
  maxSessionSeconds: 0,
  refreshToken: 'allow',
  senderConstrained: 'none',
  ...more,
});
const tokenResult = async (): Promise<unknown[]> => {
  const { status, body } = await hub.token(tenant, { scope });
  return [status, body.error ?? 'token', body.error_description];
};
const govern = async (enabled: number): Promise<void> => {
  const bucket = await openBucket(hub.pod.platform.bus.jetstream()!, 'access-policies');
  await bucket.put(
    accessPolicyKey(tenant.id, tenant.clientId),
    JSON.stringify({ version: 1, revision: 1, enabled }),
  );
};

const denied = {
  outcome: 'deny',
  deny: {
    reason: 'policy_denied',
    messages: { en: 'Only from the office.', de: 'Nur aus dem Buero.' },
    policyId: 'pol_1',
  },
} as const;
const codeOf = (call: Promise<void>): Promise<string> =>
  call.then(
    () => 'passed',
    (error: { code: string }) => error.code,
  );

describe('access policies for client credentials', () => {
  it('are evaluated with the known properties of the request', async () => {
    const { status } = await hub.ask('/oauth2/token', {
      host: tenant.host,
      basic: [tenant.clientId, tenant.clientSecret],
      form: { grant_type: 'client_credentials', scope },
      headers: { 'user-agent': 'robot/1' },
    });
    expect(status).toBe(200);
    expect(hub.around.access.evaluated.at(-1)).toMatchObject({
      tenantId: tenant.id,
      clientId: tenant.clientId,
      userId: '',
      principal: { type: 'client', id: tenant.clientId },
      phase: 'client_credentials',
      grantType: 'client_credentials',
      scopes: [scope],
      resources: ['product-api'],
      ip: '127.0.0.1',
      userAgent: 'robot/1',
    });
  });
  it.each<[string, object, number, string, string | undefined]>([
    ['an allowed request', { outcome: 'allow', allow: {} }, 200, 'token', undefined],
    ['a denial with a message', denied, 400, 'access_denied', 'Only from the office.'],
    [
      'a denial whose message is not valid in an error description',
      { ...denied, deny: { ...denied.deny, messages: { en: 'näher' } } },
      400,
      'access_denied',
      'an access policy of the client denied the request',
    ],
    [
      'a required step-up',
      { outcome: 'stepUp', stepUp: { acr: 'aal2', methods: [], maxAgeSeconds: -1 } },
      400,
      'access_denied',
      'an access policy of the client requires a signed-in user',
    ],
    [
      'other requirements',
      { outcome: 'require', require: { groups: [] } },
      400,
      'access_denied',
      'an access policy of the client requires a signed-in user',
    ],
    [
      'required sender-constrained tokens',
      { outcome: 'allow', allow: {}, session: session({ senderConstrained: 'dpop' }) },
      400,
      'access_denied',
      'an access policy of the client requires sender-constrained tokens',
    ],
  ])('determine the response to %s', async (_name, answer, status, error, description) => {
    hub.around.access.setPolicyAnswer(tenant.id, tenant.clientId, answer);
    expect(await tokenResult()).toEqual([status, error, description]);
  });

  it("shorten the token's lifetime, and never extend it", async () => {
    for (const [wanted, life] of [
      [60, 60],
      [3_600, 600],
    ] as const) {
      hub.around.access.setPolicyAnswer(tenant.id, tenant.clientId, {
        outcome: 'allow',
        allow: {},
        session: session({ maxAccessTokenSeconds: wanted }),
      });
      const { body } = await hub.token(tenant, { scope });
      const { iat = 0, exp = 0 } = decodeJwt(body.access_token);
      expect([exp - iat, body.expires_in]).toEqual([life, life]);
    }
  });
});

describe('a client that never had a policy', () => {
  const asked = (): unknown[] =>
    hub.around.access.evaluated.filter(({ tenantId }) => tenantId === tenant.id);
  beforeEach(async () => void (tenant = await hub.makeTenant(`acme${++n}`)));

  it('gets tokens without an evaluation until a policy is announced', async () => {
    hub.around.access.setPolicyAnswer(tenant.id, tenant.clientId, denied);
    expect((await tokenResult())[0]).toBe(200);
    expect(asked()).toEqual([]);
    await hub.expectPolicies(tenant.id, tenant.clientId);
    await hub.expectPolicies(tenant.id, tenant.clientId);
    expect((await tokenResult())[0]).toBe(400);
    expect(asked()).toHaveLength(1);
  });

  it('gets tokens while policies cannot be evaluated', async () => {
    await hub.pod.platform.bus.setWhole('access-policies', false);
    hub.around.access.setAway(true);
    try {
      expect((await tokenResult())[0]).toBe(200);
    } finally {
      hub.around.access.setAway(false);
    }
  });

  it('gets a policy announced only by fga, for one tenant, and only if the client exists', async () => {
    // The administration clients have the same id in every tenant.
    const other = await hub.makeTenant(`acme${++n}`);
    await hub.expectPolicies(other.id, other.clientId);
    expect(other.clientId).toBe(tenant.clientId);
    const codes = await Promise.all([
      codeOf(hub.expectPolicies(tenant.id, tenant.clientId, 'outbound')),
      codeOf(hub.expectPolicies(tenant.id, 'no-such-client')),
      codeOf(hub.expectPolicies('acme', tenant.clientId)),
    ]);
    expect(codes).toEqual(['caller_not_allowed', 'not_found', 'not_found']);
    hub.around.access.setPolicyAnswer(tenant.id, tenant.clientId, denied);
    expect((await tokenResult())[0]).toBe(200);
  });
});

describe('while policies cannot be evaluated', () => {
  it.each<[string, number | undefined, boolean, number, string]>([
    ['a client without policies gets tokens', undefined, true, 200, 'token'],
    ['a client with only disabled policies gets tokens', 0, true, 200, 'token'],
    ['a client with an enabled policy gets no token', 1, true, 503, 'temporarily_unavailable'],
    [
      'a client that is missing in an incomplete bucket gets no token',
      undefined,
      false,
      503,
      'temporarily_unavailable',
    ],
  ])('%s', async (_name, enabled, isWhole, status, error) => {
    await hub.pod.platform.bus.setWhole('access-policies', isWhole);
    if (enabled !== undefined) await govern(enabled);
    hub.around.access.setAway(true);
    try {
      expect((await tokenResult()).slice(0, 2)).toEqual([status, error]);
    } finally {
      hub.around.access.setAway(false);
    }
  });

  it('a request waits only for the configured timeout', async () => {
    await govern(2);
    hub.around.access.setPolicyAnswer(
      tenant.id,
      tenant.clientId,
      () => new Promise(() => undefined),
    );
    expect((await tokenResult()).slice(0, 2)).toEqual([503, 'temporarily_unavailable']);
  });

  it('and while the bucket cannot be read, requests are denied; afterwards, policies apply immediately', async () => {
    const pod = await hub.startPod('without-bus', { 'platform.nats.url': 'nats://127.0.0.1:1' });
    const ask = () =>
      hub.ask('/oauth2/token', {
        host: tenant.host,
        port: pod.httpPort,
        basic: [tenant.clientId, tenant.clientSecret],
        form: { grant_type: 'client_credentials', scope },
      });
    hub.around.access.setAway(true);
    const refused = await ask();
    expect([refused.status, refused.body.error]).toEqual([503, 'temporarily_unavailable']);
    hub.around.access.setAway(false);
    const again = await ask();
    expect([again.status, again.body.error_description]).toEqual([200, undefined]);
  });
});
