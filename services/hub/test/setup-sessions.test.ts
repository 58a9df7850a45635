import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { exampleEvent, partitionOf } from '@platform/contracts';
import { cloudEvent } from '@platform/kit/database';
import type { Row } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { asProblem } from '@platform/kit/problem';
import { eventually } from '@platform/testkit/eventually';
import type { TestSetupLink } from '@platform/testkit/fake-setup-links';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import { signInHub } from './sign-in-hub.ts';
import type { SignInHub } from './sign-in-hub.ts';

let hub: SignInHub;
let tenant: MadeTenant;
let n = 0;

beforeAll(async () => {
  hub = await signInHub();
});
beforeEach(async () => {
  tenant = await hub.makeTenant(`setup${++n}`);
});
afterAll(() => hub.stop());

const system = { type: 'system', id: 'test' } as const;
const rows = <R extends Row<R>>(sql: string) =>
  hub.pod.platform.db.read({ tenantId: tenant.id, actor: system }, (tx) => tx.rows<R>(sql));
const change = (sql: string) =>
  hub.pod.platform.db.transact({ tenantId: tenant.id, actor: system }, (tx) => tx.execute(sql));
const newToken = () => randomBytes(32).toString('base64url');

function addLink(more: Partial<TestSetupLink> = {}): { token: string; link: TestSetupLink } {
  const token = newToken();
  const link = {
    linkId: newId('setupLink'),
    organizationId: newId('organization'),
    intents: ['sso', 'domains'],
    ...more,
  };
  hub.around.directory.setSetupLink(tenant.id, token, link);
  return { token, link };
}

const script = { 'x-web-app': 'setup', 'sec-fetch-site': 'same-origin' };
const ask = (
  path: string,
  {
    headers = {},
    json,
    method = 'POST',
    of = tenant,
  }: {
    headers?: Record<string, string>;
    json?: unknown;
    method?: string;
    of?: MadeTenant;
  } = {},
): Promise<HubReply> =>
  hub.ask(path, {
    method,
    host: of.host,
    ...(json !== undefined && { body: JSON.stringify(json) }),
    headers: {
      ...script,
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
const open = (token: string, more: object = {}) =>
  ask('/web/setup-session', { json: { token }, ...more });
const cookieIn = (answer: HubReply): string =>
  /^__Host-setup=([\w-]{43}); Path=\/; HttpOnly; Secure; SameSite=Strict$/.exec(
    String(answer.headers['set-cookie']),
  )?.[1] ?? '';
const withCookie = (sessionId: string) => ({ headers: { cookie: `__Host-setup=${sessionId}` } });
const sessionOf = (sessionId: string) =>
  ask('/web/session', { method: 'GET', ...withCookie(sessionId) });
async function opened(more: Partial<TestSetupLink> = {}) {
  const { token, link } = addLink(more);
  const answer = await open(token);
  expect(answer.status).toBe(200);
  return { link, answer, sessionId: cookieIn(answer) };
}
const exchange = async (sessionId: string): Promise<string> => {
  const question = { tenantId: tenant.id, app: 'setup', sessionId, clientIp: '192.0.2.1' };
  const { accessToken } = await hub
    .webSessions('product-api')
    .Exchange({ ...question, userAgent: 'browser/1' });
  return accessToken;
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'passed',
    (error: unknown) => asProblem(error).code,
  );

describe('POST /web/setup-session', () => {
  it('opens a session that is for the tasks and the organization of the link alone', async () => {
    const { link, answer, sessionId } = await opened();
    expect(sessionId).not.toBe('');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toMatchObject({
      app: 'setup',
      user: { id: link.linkId, displayName: null, email: null },
      organizationId: link.organizationId,
      scopes: ['setup.domains', 'setup.sso'],
      acr: null,
      authTime: null,
    });
    const idle = Date.parse(answer.body.idleEndsAt) - Date.now();
    const absolute = Date.parse(answer.body.endsAt) - Date.now();
    expect([Math.round(idle / 60_000), Math.round(absolute / 3_600_000)]).toEqual([30, 8]);
    expect((await sessionOf(sessionId)).body.user.id).toBe(link.linkId);
    const claims = decodeJwt(await exchange(sessionId));
    expect(claims).toMatchObject({
      iss: tenant.issuer,
      aud: 'product-api',
      sub: link.linkId,
      tnt: tenant.id,
      org_id: link.organizationId,
      scope: 'setup.sso setup.domains',
    });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(300);
    const [stored] = await rows<{ idHash: Buffer; tokensSealed: string }>(
      'SELECT id_hash, tokens_sealed FROM web_session',
    );
    expect(stored?.idHash.toString('base64url')).not.toBe(sessionId);
    expect(stored?.tokensSealed).toMatch(/^v1\./);
  });

  it('grants no other scopes, whatever the directory says', async () => {
    const { answer } = await opened({ intents: ['logs', 'tenant:users.write', 'everything'] });
    expect(answer.body.scopes).toEqual(['setup.logs']);
  });

  it('opens a link once', async () => {
    const { token } = addLink();
    expect((await open(token)).status).toBe(200);
    const again = await open(token);
    expect([again.status, again.body.code, again.body.mayRenew]).toEqual([
      409,
      'invalid_state',
      true,
    ]);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('opens nothing for another token, or at another tenant', async () => {
    expect((await open(newToken())).status).toBe(404);
    const { token } = addLink();
    const other = await hub.makeTenant(`elsewhere${n}`);
    expect((await open(token, { of: other })).status).toBe(404);
  });

  it.each<[string, Record<string, string>]>([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another subdomain', { 'sec-fetch-site': 'same-site' }],
    ['as a navigation', { 'sec-fetch-site': 'none' }],
    ['of another application', { 'x-web-app': 'account' }],
    ['without the name of the application', { 'x-web-app': '' }],
    ['with another authentication', { authorization: 'Bearer x' }],
  ])('refuses a request %s, and does not spend the link', async (_, headers) => {
    const { token } = addLink();
    const answer = await open(token, { headers });
    expect([answer.status, answer.body.code]).toEqual([403, 'caller_not_allowed']);
    expect((await open(token)).status).toBe(200);
  });

  it('refuses other methods and other bodies', async () => {
    expect((await ask('/web/setup-session', { method: 'GET' })).headers.allow).toBe('POST');
    for (const json of [{}, { token: 'short' }, { token: newToken(), more: 1 }])
      expect((await ask('/web/setup-session', { json })).status).toBe(422);
  });

  it('replaces the session of an earlier link', async () => {
    const { sessionId } = await opened();
    const { token } = addLink();
    const second = await open(token, withCookie(sessionId));
    expect(second.status).toBe(200);
    expect((await sessionOf(sessionId)).status).toBe(401);
    expect((await sessionOf(cookieIn(second))).status).toBe(200);
  });

  it('does not lend its session to another application', async () => {
    const { sessionId } = await opened();
    const answer = await ask('/web/session', {
      method: 'GET',
      headers: { 'x-web-app': 'account', cookie: `__Host-account=${sessionId}` },
    });
    expect(answer.status).toBe(401);
  });
});

describe('POST /web/setup-session/new-link', () => {
  it('has a new link sent to the recipient, whose address it only hints at', async () => {
    const { token } = addLink();
    const answer = await ask('/web/setup-session/new-link', { json: { token } });
    expect([answer.status, answer.body]).toEqual([202, { recipient: 'i***@example.com' }]);
    expect(hub.around.directory.renewedSetupLinks.at(-1)).toBe(token);
  });

  it('refuses an unknown token, and other sites', async () => {
    const unknown = await ask('/web/setup-session/new-link', { json: { token: newToken() } });
    expect(unknown.status).toBe(404);
    const { token } = addLink();
    const headers = { 'sec-fetch-site': 'cross-site' };
    const foreign = await ask('/web/setup-session/new-link', { json: { token }, headers });
    expect(foreign.status).toBe(403);
    expect(hub.around.directory.renewedSetupLinks).not.toContain(token);
  });
});

describe('the session of a setup link', () => {
  /** Lets the access token of the sessions look as if it were about to expire. */
  const cutOff = (token: string) =>
    change(
      `INSERT INTO token_cutoff (tenant_id, kind, id, not_before) VALUES ('${tenant.id}', 'token', '${decodeJwt(token).jti}', extract(epoch FROM now())::int + 5)`,
    );

  it('gets a new token while the link is valid', async () => {
    const { sessionId } = await opened();
    const first = await exchange(sessionId);
    expect(await exchange(sessionId)).toBe(first);
    await cutOff(first);
    const next = await exchange(sessionId);
    expect(decodeJwt(next).jti).not.toBe(decodeJwt(first).jti);
    expect(decodeJwt(next).scope).toBe('setup.sso setup.domains');
  });

  it('ends at the latest when it needs a new token, once the link is revoked', async () => {
    const { sessionId, link } = await opened();
    link.isRevoked = true;
    await cutOff(await exchange(sessionId));
    expect(await refusal(exchange(sessionId))).toBe('not_found');
    expect(await rows('SELECT 1 FROM web_session')).toEqual([]);
  });

  it('ends, with its tokens, when the directory reports that the link was revoked', async () => {
    const { sessionId, link } = await opened();
    const type = 'organization.setup_link_revoked';
    const event = {
      ...exampleEvent(type),
      id: newId('event'),
      data: { organization: { id: link.organizationId }, setupLink: { id: link.linkId } },
    };
    await hub.pod.platform.bus
      .jetstream()!
      .publish(
        `events.${partitionOf(tenant.id)}.${tenant.id}.${type}`,
        cloudEvent('directory', event, { tenantId: tenant.id }),
        { msgID: event.id },
      );
    await eventually(async () => (await rows('SELECT 1 FROM web_session')).length === 0);
    expect(await refusal(exchange(sessionId))).toBe('not_found');
    expect(await rows(`SELECT 1 FROM token_cutoff WHERE id = '${link.linkId}'`)).toHaveLength(1);
  });

  it('ends when the contact leaves, without those of other applications', async () => {
    const { sessionId } = await opened();
    const answer = await ask('/web/sign-out', withCookie(sessionId));
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-setup=; Max-Age=0; /),
    ]);
    expect((await sessionOf(sessionId)).status).toBe(401);
  });

  it('opens nothing of the issuer', async () => {
    const { sessionId } = await opened();
    const token = await exchange(sessionId);
    const answer = await hub.ask('/oauth2/userinfo', {
      host: tenant.host,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBeGreaterThanOrEqual(401);
  });
});
