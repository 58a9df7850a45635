import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedPlatform } from '@platform/testkit/platform';
import type { Answer, PlatformUnderTest } from '@platform/testkit/platform';
import { eventually } from '@platform/testkit/eventually';

const core = 'urn:ietf:params:scim:schemas:core:2.0';
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
let platform: PlatformUnderTest;
let directoryId: string;
let bearer: { id: string; token: string };

beforeAll(async () => {
  platform = await sharedPlatform(['acme', 'globex']);
  directoryId = await newDirectory('acme');
  bearer = await newBearer();
});

async function api(method: string, path: string, body?: unknown, tenant = 'acme'): Promise<any> {
  const token = await platform.token(tenant);
  const answer = await platform.call(method, path, { token, ...(body ? { body } : {}) });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
}
const newDirectory = async (tenant: string): Promise<string> =>
  (await api('post', '/api/v1/directories', { name: 'Okta', kind: 'scim' }, tenant)).id;
const newBearer = (body: object = {}): Promise<{ id: string; token: string }> =>
  api('post', `/api/v1/directories/${directoryId}/scim-bearers`, body);

const scim = (
  method: string,
  path: string,
  { token = bearer.token, body }: { token?: string; body?: unknown } = {},
): Promise<Answer> =>
  platform.call(method, `/scim/v2/${directoryId}${path}`, {
    token,
    headers: { 'content-type': 'application/scim+json' },
    ...(body ? { body } : {}),
  });
const filter = (text: string): string => `?filter=${encodeURIComponent(text)}`;

describe('a provisioning service', () => {
  const userName = 'ada@scim.example';
  let id: string;

  test('creates a user, who is then available in the API', async () => {
    const { status, body, headers } = await scim('post', '/Users', {
      body: {
        schemas: [`${core}:User`],
        userName,
        externalId: 'okta-1',
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        emails: [{ value: userName, primary: true }],
        active: true,
      },
    });
    expect([status, headers.get('content-type')]).toEqual([
      201,
      expect.stringContaining('application/scim+json'),
    ]);
    ({ id } = body);
    expect(body.meta.location).toMatch(new RegExp(`/scim/v2/${directoryId}/Users/${id}$`));
    const { data } = await api(
      'get',
      `/api/v1/directory/users?email=${encodeURIComponent(userName)}`,
    );
    expect(data).toMatchObject([{ managedBy: { directoryId }, status: 'active' }]);
  });

  test('finds and changes the user, and adds them to and removes them from a group', async () => {
    const found = await scim('get', `/Users${filter(`userName eq "${userName.toUpperCase()}"`)}`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const renamed = await scim('patch', `/Users/${id}`, {
      body: {
        schemas: [patchOp],
        Operations: [{ op: 'Replace', path: 'name.familyName', value: 'King' }],
      },
    });
    expect([renamed.status, renamed.body.name.familyName]).toEqual([200, 'King']);
    const group = await scim('post', '/Groups', {
      body: { schemas: [`${core}:Group`], displayName: 'Engineers', members: [{ value: id }] },
    });
    expect(group.status).toBe(201);
    const emptied = await scim('patch', `/Groups/${group.body.id}`, {
      body: {
        schemas: [patchOp],
        Operations: [{ op: 'remove', path: 'members', value: [{ value: id }] }],
      },
    });
    expect(emptied.status).toBe(204);
  });

  test('deactivates the user, who can then no longer sign in', async () => {
    const { status, body } = await scim('patch', `/Users/${id}`, {
      body: { schemas: [patchOp], Operations: [{ op: 'replace', value: { active: 'False' } }] },
    });
    expect([status, body.active]).toEqual([200, false]);
    const { data } = await api(
      'get',
      `/api/v1/directory/users?email=${encodeURIComponent(userName)}`,
    );
    expect(data).toMatchObject([{ status: 'deactivated', statusReason: 'directory' }]);
  });
});

describe('a bearer', () => {
  test.each<[string, () => Promise<string> | string]>([
    [
      "of another tenant's directory",
      async () => {
        const other = await newDirectory('globex');
        return (await api('post', `/api/v1/directories/${other}/scim-bearers`, {}, 'globex')).token;
      },
    ],
    ['that is a token of the API', () => platform.token('acme')],
    ['that was never made', () => 'scim_abc'],
  ])('%s gives no access', async (_what, tokenOf) => {
    const { status, headers, body } = await scim('get', '/Users', { token: await tokenOf() });
    expect([status, body.schemas]).toEqual([401, ['urn:ietf:params:scim:api:messages:2.0:Error']]);
    expect(headers.get('www-authenticate')).toContain('Bearer');
  });

  test('that is read-only cannot write', async () => {
    const { token } = await newBearer({ readOnly: true });
    expect((await scim('get', '/Users', { token })).status).toBe(200);
    const body = { schemas: [`${core}:User`], userName: 'eve@scim.example' };
    expect((await scim('post', '/Users', { token, body })).status).toBe(403);
  });

  test('that is revoked soon gives no access', async () => {
    const { id, token } = await newBearer();
    expect((await scim('get', '/Users', { token })).status).toBe(200);
    await api('delete', `/api/v1/directories/${directoryId}/scim-bearers/${id}`);
    await eventually(
      async () => ((await scim('get', '/Users', { token })).status === 401 ? true : undefined),
      { what: 'the bearer opens nothing' },
    );
  });
});

/** The compliance tester of the SCIM community; see docs/testing.md. */
const scim2 = process.env['SCIM2_CLI'];

test.skipIf(scim2 === undefined)(
  'scim2-tester finds no fault in a fresh directory',
  async () => {
    const { id } = await api('post', '/api/v1/directories', { name: 'Tester', kind: 'scim' });
    const { token } = await api('post', `/api/v1/directories/${id}/scim-bearers`);
    const env = { ...process.env, SCIM_CLI_HEADERS: `Authorization: Bearer ${token}` };
    const args = ['--url', `${platform.ready.gateway}/scim/v2/${id}`, 'test'];
    // The exit code is also 1 for checks that were skipped. Each check has a line that begins with its result, and one with the reason.
    const { stdout } = await promisify(execFile)(scim2 ?? '', args, { env }).catch(
      (error: unknown) => error as { stdout: string },
    );
    const checks = stdout.split(/\n(?=[A-Z])/);
    const faults = checks.filter((check) => /^(?:DEVIATION|ERROR|CRITICAL)/.test(check));
    expect(faults).toEqual([]);
    expect(checks.filter((check) => check.startsWith('SUCCESS')).length).toBeGreaterThan(50);
  },
  240_000,
);
