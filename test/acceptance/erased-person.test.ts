import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, afterAll, expect, test } from 'vitest';
import { formBrowser } from '@platform/dev/form-browser';
import { managementApi, succeeded } from '@platform/dev/management-api';
import type { ManagementApi } from '@platform/dev/management-api';
import { withClient } from '@platform/dev/postgres';
import { eventually, eventuallyPasses } from '@platform/testkit/eventually';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import { tracesOf } from './traces.ts';

const password = 'correct horse battery staple 7';
const mark = randomBytes(4).toString('hex');
/** Texts that identify the person and occur nowhere else on the platform. */
const names = {
  email: `zerafina-${mark}@example.com`,
  username: `zerafina.${mark}`,
  phoneNumber: `+49151${String(Number.parseInt(mark, 16)).padStart(10, '0').slice(-8)}`,
  displayName: `Zerafina Quillfeather ${mark}`,
};
const texts = Object.values(names);
let platform: PlatformUnderTest;
let api: ManagementApi;
let receiver: Receiver;
let userId: string;
let bundleOf: string;
let receiverId: string;

const made = async (path: string, body: object): Promise<any> => succeeded(api('POST', path, body));
const inState = (path: string, state: string): Promise<any> =>
  eventually(
    async () => {
      const found = await succeeded(api('GET', path));
      return found['state'] === state ? found : undefined;
    },
    { what: `${path} is ${state}` },
  );

/** Signs in at the tenant's own pages. */
async function signIn(): Promise<void> {
  const redirectUri = 'https://app.example.com/callback';
  const { clientId } = await made('/applications', {
    name: 'App',
    type: 'spa',
    redirectUris: [redirectUri],
    allowedScopes: ['openid'],
  });
  const url = new URL('/oauth2/authorize', platform.tenant('acme').issuer);
  url.search = String(
    new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      state: 'x',
      code_challenge: randomBytes(32).toString('base64url'),
      code_challenge_method: 'S256',
    }),
  );
  const { searchParams } = await formBrowser().signIn(url, { email: names.email, password });
  expect(searchParams.has('code')).toBe(true);
}

/** Has every service learn something about the person. */
async function live(): Promise<void> {
  await made('/webhook-endpoints', { url: receiver.url, eventTypes: ['user.*', 'consent.*'] });
  ({ id: receiverId } = await made('/ssf/receivers', {
    name: 'Signals',
    clientId: platform.tenant('acme').clientId,
    delivery: { method: 'urn:ietf:rfc:8936' },
    subjectFormat: 'email',
  }));
  const created = await platform.call('post', '/api/v1/directory/users', {
    token: await platform.token('acme'),
    headers: { 'idempotency-key': mark },
    body: { ...names, emailVerified: true, credential: { password } },
  });
  expect(created.body).toMatchObject({ email: names.email });
  userId = created.body.id;
  await signIn();
  const { id: organizationId } = await made('/organizations', { name: `Guild ${mark}` });
  await succeeded(api('PUT', `/organizations/${organizationId}/members/${userId}`, {}));
  const { id: inviting } = await made('/organizations', { name: `Circle ${mark}` });
  await made(`/organizations/${inviting}/invitations`, { email: names.email });
  await made('/roles', {
    key: 'reader',
    displayName: 'Reader',
    permissions: ['tenant:users.read'],
  });
  await made('/role-assignments', { principal: { type: 'user', id: userId }, role: 'reader' });
  const consent = await made('/consents', {
    subjectId: userId,
    purposeKey: 'newsletter',
    evidence: { statement: `${names.displayName} agrees` },
  });
  await succeeded(api('GET', `/consents/${consent.id}/receipt`));
  const { id } = await made('/access-requests', { subject: { type: 'user_id', value: userId } });
  await inState(`/access-requests/${id}`, 'COMPLETED');
  bundleOf = id;
}

/** Erases the person after a shortened grace period. */
async function erase(): Promise<any> {
  const path = '/erasure-requests';
  const subject = { type: 'email', value: names.email };
  const { id } = await made(path, { subject, note: `${names.displayName} wrote to us` });
  await inState(`${path}/${id}`, 'DEACTIVATED');
  const hold = { reasonCode: 'other', reason: `Ask ${names.displayName}` };
  const { id: holdId } = await made(`${path}/${id}/holds`, hold);
  await withClient(platform.postgresUrl, (client) =>
    client.query('UPDATE compliance.erasure_requests SET grace_ends_at = now() WHERE id = $1', [
      id,
    ]),
  );
  await succeeded(api('DELETE', `${path}/${id}/holds/${holdId}`));
  return inState(`${path}/${id}`, 'COMPLETED');
}

beforeAll(async () => {
  receiver = await startReceiver(() => ({ status: 204 }));
  platform = await sharedPlatform(['acme']);
  api = managementApi(platform.ready.gateway, await platform.token('acme'));
});
afterAll(() => receiver.stop());

test('no service, stream or file keeps the name of an erased user', async () => {
  await live();
  await eventually(() => receiver.received.some(({ body }) => body.includes(names.email)));
  const before = await tracesOf(platform, texts);
  for (const place of ['directory', 'outbound', 'compliance', 'stream EVENTS', 'file'])
    expect(
      before.some((trace) => trace.includes(place)),
      `${place} knows the person`,
    ).toBe(true);
  const { peers } = await erase();
  expect(
    peers.filter(({ phase, outcome }: any) => phase === 'erase' && outcome !== 'DONE'),
  ).toEqual([]);
  // Outbound redacts what came in meanwhile when it learns that the erasure has completed. Who receives security events by
  // address has still to learn that the account is gone. Files of access requests go within a minute.
  await eventuallyPasses(async () => {
    const traces = await tracesOf(platform, texts);
    expect(traces.map((trace) => /ssf_tokens.*account-purged/.test(trace) || trace)).toEqual([
      true,
    ]);
  });
  await succeeded(api('DELETE', `/ssf/receivers/${receiverId}`));
  expect(await tracesOf(platform, texts)).toEqual([]);
  const files = readdirSync(join(platform.dataDir, 'objects'), { recursive: true });
  expect(files.filter((name) => String(name).includes(bundleOf))).toEqual([]);
}, 420_000);
