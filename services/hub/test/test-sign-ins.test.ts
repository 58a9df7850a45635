import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@platform/kit/ids';
import {
  assertionXml,
  metadataOf,
  requestOf,
  responseXml,
  samlEncoded,
  samlEntityId,
  samlKeys,
  signedSaml,
} from '@platform/testkit/saml-idp';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import { signInHub } from './sign-in-hub.ts';
import type { SignInHub } from './sign-in-hub.ts';

const keys = samlKeys();
let hub: SignInHub;
let tenant: MadeTenant;
let organizationId: string;
let connectionId: string;
let token: string;
let n = 0;

beforeAll(async () => {
  hub = await signInHub();
});
beforeEach(async () => {
  tenant = await hub.makeTenant(`tested${++n}`);
  organizationId = newId('organization');
  connectionId = newId('directory');
  hub.around.directory.setConnection(connectionId, {
    kind: 'saml',
    config: { metadataXml: metadataOf(keys), entityId: samlEntityId },
    organizationId,
    isSuspended: true,
  });
  token = await contact(organizationId);
});
afterAll(() => hub.stop());

/** The access token of a session of a link for an organization. */
async function contact(of: string, intents = ['sso']): Promise<string> {
  const linkToken = randomBytes(32).toString('base64url');
  const link = { linkId: newId('setupLink'), organizationId: of, intents };
  hub.around.directory.setSetupLink(tenant.id, linkToken, link);
  const opened = await hub.ask('/web/setup-session', {
    method: 'POST',
    host: tenant.host,
    headers: {
      'x-web-app': 'setup',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ token: linkToken }),
  });
  const [, sessionId = ''] =
    /__Host-setup=([\w-]+)/.exec(String(opened.headers['set-cookie'])) ?? [];
  const { accessToken } = await hub.webSessions('product-api').Exchange({
    tenantId: tenant.id,
    app: 'setup',
    sessionId,
    clientIp: '192.0.2.1',
    userAgent: 'browser/1',
  });
  return accessToken;
}

const api = async (method: string, id: string, testId = '', as = token): Promise<HubReply> =>
  hub.ask(`/api/v1/setup/connections/${id}/test-sign-ins${testId && `/${testId}`}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      'x-platform-service-authorization': `Bearer ${await hub.around.cluster.mint('product-api', 'hub')}`,
    },
  });
async function made(): Promise<{ id: string; path: string }> {
  const { status, body } = await api('POST', connectionId);
  expect([status, body.state]).toEqual([200, 'pending']);
  return { id: body.id, path: new URL(body.url).pathname };
}
const visit = (path: string, cookie = ''): Promise<HubReply> =>
  hub.ask(path, { host: tenant.host, headers: cookie ? { cookie } : {} });
async function begun() {
  const { id, path } = await made();
  const answer = await visit(path);
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
  const url = new URL(String(answer.headers.location));
  return { id, path, cookie, url, state: url.searchParams.get('RelayState') ?? '' };
}
/** The provider's response, posted without cookies. Returns where the browser goes. */
async function posted({ url, state }: { url: URL; state: string }, audience?: string) {
  const request = requestOf(url);
  const parts = {
    inResponseTo: request.id,
    recipient: request.recipient,
    audience: audience ?? request.audience,
    nameId: 'grace',
    email: 'grace@union.example.com',
  };
  const form = {
    SAMLResponse: samlEncoded(signedSaml(responseXml(assertionXml(parts), parts), keys)),
    RelayState: state,
  };
  const answer = await hub.ask(new URL(request.recipient).pathname, {
    method: 'POST',
    host: tenant.host,
    form,
  });
  return String(answer.headers.location);
}

describe('a test sign-in', () => {
  it('shows what the provider sends, for a connection that is not active', async () => {
    const test = await begun();
    expect(test.url.origin).toBe('https://saml.example.com');
    const end = await visit(await posted(test), test.cookie);
    expect(end.headers.location).toBe(
      `/setup/connections/${connectionId}/test-sign-ins/${test.id}`,
    );
    const { body } = await api('GET', connectionId, test.id);
    expect(body).toMatchObject({
      state: 'succeeded',
      result: { issuer: samlEntityId, subject: 'grace', email: 'grace@union.example.com' },
      failure: null,
    });
    expect(hub.around.directory.provisioned).toEqual([]);
  });

  it('says what is wrong with a response', async () => {
    const test = await begun();
    await visit(await posted(test, 'https://other.example.com'), test.cookie);
    const { body } = await api('GET', connectionId, test.id);
    expect(body).toMatchObject({
      state: 'failed',
      result: null,
      failure: { reason: 'response_invalid', detail: expect.stringMatching(/audience/i) },
    });
  });

  it('ends only in the browser that began it', async () => {
    const test = await begun();
    const callback = await posted(test);
    const other = await begun();
    for (const cookie of ['', other.cookie])
      expect((await visit(callback, cookie)).status).toBe(404);
    expect((await api('GET', connectionId, test.id)).body.state).toBe('started');
    expect((await visit(callback, test.cookie)).status).toBe(303);
  });

  it('takes no response with the state of another', async () => {
    const [test, other] = [await begun(), await begun()];
    const callback = await posted({ url: test.url, state: other.state });
    await visit(callback, other.cookie);
    expect((await api('GET', connectionId, other.id)).body.state).toBe('failed');
    expect((await api('GET', connectionId, test.id)).body.state).toBe('started');
  });

  it('ends once', async () => {
    const test = await begun();
    const callback = await posted(test);
    await visit(callback, test.cookie);
    expect((await visit(test.path)).status).toBe(404);
    expect((await visit(callback, test.cookie)).status).toBe(303);
    expect((await api('GET', connectionId, test.id)).body.state).toBe('succeeded');
  });

  it('cannot be begun once it has expired', async () => {
    const { id, path } = await made();
    await hub.pod.platform.db.transact(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      (tx) => tx.execute(`UPDATE test_sign_in SET expires_at = now() WHERE id = '${id}'`),
    );
    expect((await visit(path)).status).toBe(404);
  });

  it('fails if the provider cannot be used', async () => {
    hub.around.directory.setConnection(connectionId, {
      kind: 'saml',
      config: { metadataXml: '<nothing/>', entityId: samlEntityId },
      organizationId,
    });
    const { id, path } = await made();
    expect((await visit(path)).headers.location).toContain(`/test-sign-ins/${id}`);
    expect((await api('GET', connectionId, id)).body.failure).toMatchObject({
      reason: 'connection_unavailable',
    });
  });

  it('belongs to the organization of the connection', async () => {
    const { id } = await made();
    const stranger = await contact(newId('organization'));
    for (const answer of [
      await api('POST', connectionId, '', stranger),
      await api('GET', connectionId, id, stranger),
      await api('GET', newId('directory'), id),
      await api('POST', newId('directory')),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  it('needs a link for connections', async () => {
    const weak = await contact(organizationId, ['domains']);
    expect((await api('POST', connectionId, '', weak)).body.code).toBe('insufficient_scope');
  });
});
