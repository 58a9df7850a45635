import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestDns } from '@platform/testkit/fake-dns';
import type { TestDns } from '@platform/testkit/fake-dns';
import { eventually } from '@platform/testkit/eventually';
import { sendRaw } from '@platform/testkit/http';
import type { HttpAnswer } from '@platform/testkit/http';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';
import { samlEntityId } from '@platform/testkit/saml-idp';
import { startCorporateProviders } from './corporate-providers.ts';
import type { CorporateProviders } from './corporate-providers.ts';

let dns: TestDns;
let platform: OwnPlatform;
let providers: CorporateProviders;
let issuer: URL;
/** The cookies of the contact's browser. */
const cookies = new Map<string, string>();

beforeAll(async () => {
  dns = await startTestDns();
  platform = await ownPlatform({
    settings: { 'platform.organizations.domains.resolvers': dns.address },
  });
  providers = await startCorporateProviders(platform.dataDir);
  issuer = new URL(platform.tenant('acme').issuer);
}, 240_000);
afterAll(async () => {
  await providers?.stop();
  await platform?.stop();
  await dns?.stop();
}, 60_000);

/** Sends a request to the tenant's host as the browser does, and keeps the cookies of the response. */
async function visit(
  path: string,
  call: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<HttpAnswer> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await sendRaw(Number(issuer.port), path, {
    ...call,
    host: issuer.host,
    headers: { ...(cookie && { cookie }), ...call.headers },
  });
  for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  return answer;
}

/** Calls the API as the script of the setup does. */
const script = (method: string, path: string, body?: object): Promise<HttpAnswer> =>
  visit(path, {
    method,
    headers: {
      'x-web-app': 'setup',
      'sec-fetch-site': 'same-origin',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
const ok = ({ status, body }: Pick<HttpAnswer, 'status' | 'body'>) => {
  expect([status, body?.errors ?? body?.code]).toEqual([200, undefined]);
  return body;
};
const setup = async (method: string, path: string, body?: object) =>
  ok(await script(method, `/api/v1/setup${path}`, body));

/** A page of the identity provider. */
const atProvider = (url: URL): Promise<string> =>
  new Promise((resolve, reject) => {
    const port = Number(/:(\d+)$/.exec(providers.resolverRules)?.[1]);
    const options = { host: '127.0.0.1', port, rejectUnauthorized: false };
    request({ ...options, path: url.pathname + url.search, headers: { host: url.host } }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => resolve(Buffer.concat(chunks).toString()));
    })
      .on('error', reject)
      .end();
  });

/** Signs in at the SAML provider in a tab: follows the URL of a test, and presses the provider's button. */
async function signInThere(url: string): Promise<HttpAnswer> {
  const begun = await visit(new URL(url).pathname);
  const page = await atProvider(new URL(String(begun.headers.location)));
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1];
  const action = new URL(/action="([^"]*)"/.exec(page)?.[1] ?? '');
  const form = { SAMLResponse: field('SAMLResponse') ?? '', RelayState: field('RelayState') ?? '' };
  // The form is posted from another site, without the cookies of this one.
  const posted = await sendRaw(Number(issuer.port), action.pathname, {
    method: 'POST',
    host: issuer.host,
    form,
  });
  return visit(String(posted.headers.location));
}

describe('a contact of an organization', () => {
  const api = async (method: string, path: string, body?: object) =>
    ok(
      await platform.call(method, `/api/v1${path}`, {
        token: await platform.token('acme'),
        ...(body && { body }),
      }),
    );
  let organizationId: string;
  let linkId: string;
  let token: string;
  let connectionId: string;

  beforeAll(async () => {
    organizationId = (await api('POST', '/organizations', { name: 'Union' })).id;
    const link = await api('POST', `/organizations/${organizationId}/setup-links`, {
      intents: ['sso', 'directory', 'domains', 'logs'],
      recipient: 'grace@union.example.com',
    });
    linkId = link.id;
    const url = new URL(link.url);
    expect([url.origin, url.pathname]).toEqual([issuer.origin, '/setup']);
    token = url.hash.slice(1);
  });

  test('opens the link once, in a session by cookies', async () => {
    expect((await script('GET', '/api/v1/setup')).status).toBe(401);
    const session = ok(await script('POST', '/web/setup-session', { token }));
    expect(session).toMatchObject({ app: 'setup', organizationId, user: { id: linkId } });
    expect(cookies.get('__Host-setup')).toMatch(/^[\w-]{43}$/);
    expect((await script('POST', '/web/setup-session', { token })).status).toBe(409);
    expect(ok(await script('GET', '/web/session')).scopes).toEqual([
      'setup.directory',
      'setup.domains',
      'setup.logs',
      'setup.sso',
    ]);
  });

  test('can call nothing but the setup', async () => {
    for (const path of ['/organizations', '/directories', '/directory/users', '/siem/sinks'])
      expect((await script('GET', `/api/v1${path}`)).body.code).toBe('caller_not_allowed');
    const foreign = await visit('/api/v1/setup', {
      headers: { 'x-web-app': 'setup', 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(401);
  });

  test('verifies a domain', async () => {
    const domain = await setup('POST', '/domains', { domain: 'union.example.com' });
    const { recordName, recordValue } = domain.verification;
    dns.set(recordName, 'TXT', [recordValue]);
    expect((await setup('POST', `/domains/${domain.id}/verify`)).state).toBe('verified');
  });

  test('creates a SAML connection from metadata, with the URLs that it was shown before', async () => {
    const { newConnection } = await setup('GET', '');
    const report = await setup('POST', '/connections/metadata', {
      protocol: 'saml',
      metadataXml: providers.samlMetadata,
    });
    expect(report.summary.suggestedConfig.config.entityId).toBe(samlEntityId);
    const made = await setup('POST', '/connections', {
      name: 'Union',
      ...report.summary.suggestedConfig,
    });
    connectionId = made.id;
    expect(made).toMatchObject({ id: newConnection.connectionId, state: 'suspended' });
    expect(newConnection.acsUrl).toBe(`${issuer.origin}/federation/${connectionId}/acs`);
  });

  test('tests it by a sign-in that shows the claims', async () => {
    const path = `/connections/${connectionId}/test-sign-ins`;
    const begun = await setup('POST', path);
    expect(begun).toMatchObject({ state: 'pending', result: null });
    const end = await signInThere(begun.url);
    expect([end.status, end.headers.location]).toEqual([
      303,
      `/setup/connections/${connectionId}/test-sign-ins/${begun.id}`,
    ]);
    expect(await setup('GET', `${path}/${begun.id}`)).toMatchObject({
      state: 'succeeded',
      failure: null,
      result: {
        issuer: samlEntityId,
        subject: 'grace',
        email: 'grace@union.example.com',
        claims: expect.objectContaining({ email: 'grace@union.example.com' }),
      },
    });
    const users = await api('GET', '/directory/users?email=grace@union.example.com');
    expect(users.data).toEqual([]);
  });

  test('activates it after a test of the server', async () => {
    const path = `/connections/${connectionId}`;
    expect((await script('POST', `/api/v1/setup${path}/activate`)).body.code).toBe('invalid_state');
    expect((await setup('POST', `${path}/probe`)).ok).toBe(true);
    expect((await setup('POST', `${path}/activate`)).state).toBe('pending');
  });

  test('connects a SCIM client', async () => {
    const directory = await setup('POST', '/directories', { kind: 'scim', name: 'Union' });
    const { token: bearer } = await setup('POST', `/directories/${directory.id}/scim-bearers`);
    const users = await platform.call('GET', `/scim/v2/${directory.id}/Users`, { token: bearer });
    expect([users.status, users.body.totalResults]).toEqual([200, 0]);
    await eventually(async () => {
      const { data } = await setup('GET', '/directories');
      return data[0].state === 'active';
    });
  });

  test('completes the setup, which administrators see with what was done', async () => {
    const tasks = (await setup('GET', '')).tasks as { intent: string; state: string }[];
    expect(Object.fromEntries(tasks.map(({ intent, state }) => [intent, state]))).toEqual({
      sso: 'done',
      directory: 'done',
      domains: 'done',
      logs: 'open',
    });
    await setup('POST', '/complete');
    const shown = await eventually(async () => {
      const { data } = await api('GET', `/organizations/${organizationId}/setup-links`);
      const [link] = data;
      return link.actions.length >= 5 ? link : undefined;
    });
    expect(shown).toMatchObject({ id: linkId, state: 'completed' });
    expect(shown.actions.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining([
        'organization.domain_verified',
        'directory.created',
        'directory.resumed',
        'directory.bearer_minted',
      ]),
    );
  });

  test('is out once the link is revoked', async () => {
    await api('DELETE', `/organizations/${organizationId}/setup-links/${linkId}`);
    await eventually(async () => (await script('GET', '/web/session')).status === 401);
    await eventually(async () => (await script('GET', '/api/v1/setup')).status === 401);
  });
});
