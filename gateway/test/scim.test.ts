import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newScimBearer } from '@platform/kit/auth';
import { newId } from '@platform/kit/ids';
import { startTestDirectory } from '@platform/testkit/fake-directory';
import type { TestDirectory } from '@platform/testkit/fake-directory';
import { roomInMinute } from '@platform/testkit/minute';
import { stage } from './stage.ts';
import type { Stage, StagedGateway } from './stage.ts';

let s: Stage;
let directory: TestDirectory;
let gateway: StagedGateway;
let directoryId: string;
let token: string;

beforeAll(async () => {
  s = await stage();
  directory = await startTestDirectory(s.cluster);
  gateway = await s.start({
    'platform.rpc.peers.directory': `127.0.0.1:${directory.rpcPort}`,
    'platform.scim.requests-per-minute-per-directory': '3',
  });
});
afterAll(async () => {
  await s.stop();
  await directory.stop();
});
beforeEach(() => {
  directoryId = newId('directory');
  token = newScimBearer(randomBytes);
  directory.setScimBearer(directoryId, token.slice(5, 15), s.hub.tenant('acme').id);
});

const call = (bearer: string | null, path = `/scim/v2/${directoryId}/Users`) =>
  gateway.call(path, { token: bearer });

describe('/scim/v2', () => {
  test('forwards to the directory service with the tenant of the bearer', async () => {
    expect((await call(token, `/scim/v2/${directoryId}/Users?count=1`)).status).toBe(200);
    const { url, headers } = s.directory.last();
    expect(url).toBe(`/scim/v2/${directoryId}/Users?count=1`);
    expect(headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'x-platform-tenant': s.hub.tenant('acme').id,
      'x-platform-service-authorization': expect.stringMatching(/^Bearer /),
    });
  });

  test('hands on the errors of the directory service, and nothing that is not its own', async () => {
    const usual = s.directory.answer;
    const body = JSON.stringify({ status: '501', detail: 'not supported' });
    const answering = (headers: Record<string, string>) => {
      s.directory.answer = (_req, res) =>
        void res.writeHead(501, { 'content-type': 'application/scim+json', ...headers }).end(body);
      return call(token, `/scim/v2/${directoryId}/Bulk`);
    };
    try {
      const handed = await answering({ 'x-platform-problem-code': 'not_implemented' });
      expect([handed.status, handed.text]).toEqual([501, body]);
      expect((await answering({})).status).toBe(502);
    } finally {
      s.directory.answer = usual;
    }
  });

  test.each<[string, () => string | null]>([
    ['no bearer', () => null],
    ['a bearer of nobody', () => newScimBearer(randomBytes)],
    [
      'a bearer with a typing error',
      () => `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`,
    ],
    ['what is no bearer', () => 'secret'],
  ])('returns a SCIM error with status 401 for %s', async (_what, bearer) => {
    const before = s.directory.seen.length;
    const { status, headers, text } = await call(bearer());
    expect([status, headers['content-type']]).toEqual([401, 'application/scim+json']);
    expect(headers['www-authenticate']).toMatch(/^Bearer realm="scim"/);
    expect(JSON.parse(text)).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '401',
      detail: expect.any(String),
    });
    expect(s.directory.seen).toHaveLength(before);
  });

  test('is not open with a bearer of another directory, or with a token of the platform', async () => {
    const other = `/scim/v2/${newId('directory')}/Users`;
    expect((await call(token, other)).status).toBe(401);
    const { status } = await call(await s.hub.token({ tenant: s.hub.tenant('acme') }));
    expect(status).toBe(401);
  });

  test("applies the tenant's IP rules", async () => {
    const tenant = s.hub.tenant('walled');
    directory.setScimBearer(directoryId, token.slice(5, 15), tenant.id);
    const rule = { id: 'ipr_1', action: 'allow', cidr: '198.51.100.0/24', expiresAt: '' };
    s.hub.setIpRules(tenant, { version: 1, rules: [rule] });
    const { status, text } = await call(token);
    expect([status, JSON.parse(text).status]).toEqual([403, '403']);
  });

  test('limits the requests to a directory', async () => {
    await roomInMinute();
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await call(token)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('answers 503 while the directory service is away', async () => {
    directory.setAway(true);
    const { status, headers } = await call(token);
    directory.setAway(false);
    expect([status, headers['retry-after'] !== undefined]).toEqual([503, true]);
  });
});
