import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { eventually } from '@platform/testkit/eventually';
import type { TestApi } from '@platform/testkit/service';
import { temporaryFolder } from '@platform/testkit/stores';
import { testCertificate } from '../../../packages/kit/src/auth/test-certificate.ts';
import { compliancePlatform, errorOf, ok } from './compliance-fixtures.ts';
import type { ComplianceTestPlatform } from './compliance-fixtures.ts';
import {
  knownUser,
  deactivated,
  erasuresPath,
  inState,
  never,
  sweep,
  vetoClientsPath,
} from './request-fixtures.ts';

interface Question {
  headers: Record<string, string>;
  body: string;
}

const folder = temporaryFolder('veto-clients-');
const questions: Question[] = [];
let answer: { status?: number; body?: unknown; hang?: boolean };
/** Releases the hanging requests. */
const hanging: (() => void)[] = [];
let server: Server;
let ca: string;
let under: ComplianceTestPlatform;
let tenant: TestTenant;
let api: TestApi;

beforeAll(async () => {
  const { cert, key } = testCertificate();
  ca = join(folder.path, 'ca.pem');
  writeFileSync(ca, cert);
  server = createServer({ cert, key }, (req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const headers = req.headers as Record<string, string>;
      questions.push({ headers, body: Buffer.concat(chunks).toString() });
      const end = () => res.writeHead(answer.status ?? 200).end(JSON.stringify(answer.body));
      if (answer.hang) hanging.push(end);
      else end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  under = await compliancePlatform({
    'platform.erasure.sweep-cron': never,
    'platform.erasure.veto-callback-timeout': '3s',
    'platform.compliance.egress.allowed-internal-hosts': 'localhost',
    'platform.outbound-http.extra-ca-path': ca,
  });
});
beforeEach(async () => {
  questions.length = 0;
  answer = { body: { decision: 'allow' } };
  ({ tenant, api } = await under.tenant());
});
afterAll(async () => {
  await under.stop();
  server.closeAllConnections();
  server.close();
  folder.remove();
});

const url = () => `https://localhost:${(server.address() as AddressInfo).port}/veto`;
const register = (body: Record<string, unknown> = {}, by = api) =>
  by.post(vetoClientsPath, { body: { name: 'ledger', url: url(), ...body } });

/** A request that is due and has been checked. */
async function dueRequest(state: string): Promise<any> {
  const user = knownUser(under, tenant);
  const { id } = await deactivated(api, user.id);
  await under.sql('UPDATE erasure_requests SET grace_ends_at = now() WHERE id = $1', [id]);
  await sweep(under);
  return { ...(await inState(api, `${erasuresPath}/${id}`, state)), user };
}

describe('a veto client', () => {
  test('receives a signed request without addresses of the data subject', async () => {
    const client = ok(await register());
    expect(client.secret).toMatch(/^whsec_/);
    const { id, user } = await dueRequest('COMPLETED');
    expect(questions).toHaveLength(1);
    const { headers, body } = questions[0]!;
    const question = new Webhook(client.secret).verify(body, headers) as any;
    expect(question).toMatchObject({
      consultationId: headers['webhook-id'],
      requestId: id,
      subject: { userId: user.id, externalIds: [user.externalId] },
      reason: 'other',
    });
    expect(body).not.toContain(user.email);
  });

  test('holds until it allows', async () => {
    const client = ok(await register());
    answer = { body: { decision: 'hold', reasonCode: 'legal_claim', reason: 'A suit' } };
    const { id, holds } = await dueRequest('HELD');
    expect(holds).toMatchObject([
      { source: 'veto', vetoClientId: client.id, reasonCode: 'legal_claim', state: 'active' },
    ]);
    await sweep(under);
    answer = { body: { decision: 'allow' } };
    await sweep(under);
    const done = await inState(api, `${erasuresPath}/${id}`, 'COMPLETED');
    expect(done.holds).toMatchObject([{ state: 'lifted' }]);
  });

  test('can follow another one, and the time of the hold counts from the first', async () => {
    const until = new Date(Date.now() - 1_000).toISOString();
    answer = { body: { decision: 'hold', reason: 'Wait', until } };
    const first = ok(await register());
    const { id, holds, heldSince } = await dueRequest('HELD');
    // An end in the past is ignored.
    expect(holds).toMatchObject([{ state: 'active', expiresAt: null }]);
    ok(await register({ name: 'archive' }));
    ok(await api.delete(`${vetoClientsPath}/${first.id}`));
    const held = await eventually(async () => {
      const found = ok(await api.get(`${erasuresPath}/${id}`));
      return found.holds.length === 2 && found;
    });
    expect(held).toMatchObject({ state: 'HELD', heldSince });
  });

  test.each([
    ['no answer', { hang: true }],
    ['an error', { status: 500, body: {} }],
    ['nonsense', { body: 'yes' }],
    ['a long answer', { body: { decision: 'allow', padding: 'x'.repeat(9_000) } }],
  ])('that returns %s places a hold, unless it is configured to allow', async (_what, given) => {
    answer = given;
    const { id } = ok(await register());
    const { holds } = await dueRequest('HELD');
    expect(holds[0].reason).toBe('The veto client did not return a valid response.');
    ok(await api.delete(`${vetoClientsPath}/${id}`));
    ok(await register({ onTimeout: 'allow' }));
    await dueRequest('COMPLETED');
  });

  test('has no holds after its deletion', async () => {
    answer = { body: { decision: 'hold', reason: 'Wait' } };
    const client = ok(await register());
    const { id } = await dueRequest('HELD');
    ok(await api.delete(`${vetoClientsPath}/${client.id}`));
    await inState(api, `${erasuresPath}/${id}`, 'COMPLETED');
  });
});

describe('erasureVetoClientRegister', () => {
  test('shows the secret once', async () => {
    const { secret, ...client } = ok(await register());
    expect(ok(await api.get(vetoClientsPath)).data).toEqual([client]);
    expect(client.secretLast4).toBe(secret.slice(-4));
    expect(
      await under.sql('SELECT FROM erasure_veto_clients t WHERE strpos(t::text, $1) > 0', [secret]),
    ).toEqual([]);
  });

  test.each([
    ['plain http', 'http://localhost/veto', '/url'],
    ['an address inside', 'https://10.0.0.1/veto', '/url'],
    ['a host inside', 'https://metadata.internal/veto', '/url'],
    ['a host that does not exist', 'https://nowhere.invalid/veto', '/url'],
  ])('refuses %s', async (_what, target, pointer) => {
    expect(errorOf(await register({ url: target })).slice(0, 3)).toEqual([
      422,
      'validation_failed',
      pointer,
    ]);
  });

  test('allows at most ten with different names, even concurrently', async () => {
    ok(await register());
    expect(errorOf(await register()).slice(0, 3)).toEqual([409, 'already_exists', '/name']);
    const more = await Promise.all(
      Array.from({ length: 11 }, (_, n) => register({ name: `client ${n}` })),
    );
    expect(more.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(errorOf(more.find(({ status }) => status !== 200)!)[1]).toBe('limit_exceeded');
  });

  test('hides clients from other tenants', async () => {
    const client = ok(await register());
    const other = await under.tenant();
    expect(ok(await other.api.get(vetoClientsPath)).data).toEqual([]);
    expect((await other.api.delete(`${vetoClientsPath}/${client.id}`)).status).toBe(404);
    expect((await api.delete(`${vetoClientsPath}/none`)).status).toBe(404);
  });
});

describe('a veto client that hangs', () => {
  let patient: ComplianceTestPlatform;
  let slow: { id: string };

  beforeAll(async () => {
    patient = await compliancePlatform({
      'platform.erasure.sweep-cron': never,
      'platform.erasure.veto-callback-timeout': '30s',
      'platform.compliance.egress.allowed-internal-hosts': 'localhost',
      'platform.outbound-http.extra-ca-path': ca,
    });
  });
  afterAll(() => patient.stop());
  beforeEach(async () => {
    hanging.length = 0;
    ({ tenant, api } = await patient.tenant());
    slow = ok(await register());
    answer = { hang: true, body: { decision: 'allow' } };
  });

  const requestOf = async (): Promise<string> => {
    const { id } = await deactivated(api, knownUser(patient, tenant).id);
    await patient.sql('UPDATE erasure_requests SET grace_ends_at = now() WHERE id = $1', [id]);
    return id;
  };
  const stateOf = async (id: string) => ok(await api.get(`${erasuresPath}/${id}`)).state;

  test('delays neither the deactivation of another person nor the consultation about one', async () => {
    const first = await requestOf();
    await sweep(patient);
    await eventually(async () => hanging.length === 1);
    const second = await requestOf();
    await sweep(patient);
    await eventually(async () => hanging.length === 2);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['DEACTIVATED', 'DEACTIVATED']);
    for (const end of hanging) end();
    for (const id of [first, second]) await inState(api, `${erasuresPath}/${id}`, 'COMPLETED');
  });

  test('gets one call at a time about a person, even if the request is swept repeatedly', async () => {
    const id = await requestOf();
    await sweep(patient);
    await eventually(async () => hanging.length === 1);
    await sweep(patient);
    await sweep(patient);
    const [jobs] = await patient.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM job WHERE kind = 'erasure_drive' AND tenant_id = $1 AND state IN ('PENDING', 'RUNNING')`,
      [tenant.id],
    );
    expect(jobs).toEqual({ n: 1 });
    expect(hanging).toHaveLength(1);
    // A cancellation in the meantime is seen after the client has answered.
    ok(await api.post(`${erasuresPath}/${id}/cancel`));
    await deactivated(api, knownUser(patient, tenant).id);
    expect(await stateOf(id)).toBe('CANCELLING');
    hanging[0]!();
    await inState(api, `${erasuresPath}/${id}`, 'CANCELLED');
  });

  test('that is removed during its call holds nothing, and one that is registered in the meantime is asked', async () => {
    const id = await requestOf();
    await sweep(patient);
    await eventually(async () => hanging.length === 1);
    const archive = ok(await register({ name: 'archive' }));
    ok(await api.delete(`${vetoClientsPath}/${slow.id}`));
    answer = { body: { decision: 'hold', reasonCode: 'legal_claim', reason: 'A suit' } };
    hanging[0]!();
    const { holds } = await inState(api, `${erasuresPath}/${id}`, 'HELD');
    expect(holds).toMatchObject([{ vetoClientId: archive.id, state: 'active' }]);
  });
});
