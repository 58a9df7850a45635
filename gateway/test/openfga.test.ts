import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import { roomInMinute } from '@platform/testkit/minute';
import { stage, stubService } from './stage.ts';
import type { Stage, StagedGateway, StubService } from './stage.ts';

let s: Stage;
let fga: StubService;
let gateway: StagedGateway;
const serving = () => ({ 'platform.gateway.services.fga.url': `http://127.0.0.1:${fga.port}` });
beforeAll(async () => {
  [s, fga] = await Promise.all([stage(), stubService()]);
  gateway = await s.start(serving());
});
afterAll(async () => {
  await s.stop();
  await fga.stop();
});
beforeEach(() => void (fga.seen.length = 0));

const store = newId('fgaStore').slice(4).toUpperCase();
const at = `/openfga/stores/${store}`;
const json = { 'content-type': 'application/json' };

describe('/openfga', () => {
  test('forwards to the access service with the token, the tenant and the consistency token', async () => {
    const token = await s.hub.token({ tenant: s.hub.tenant('acme') });
    const answer = await gateway.call(`${at}/check`, {
      method: 'POST',
      token,
      headers: { ...json, 'x-consistency-token': 'abc', 'x-other': 'dropped' },
      body: '{}',
    });
    expect(answer.status).toBe(200);
    const { url, method, headers } = fga.last();
    expect([method, url]).toEqual(['POST', `${at}/check`]);
    expect(headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'x-platform-tenant': s.hub.tenant('acme').id,
      'x-consistency-token': 'abc',
    });
    expect(headers).not.toHaveProperty('x-other');
  });

  const refused = async (path: string, call: Parameters<StagedGateway['call']>[1]) => {
    const { status, body, headers } = await gateway.call(path, call);
    expect(fga.seen).toEqual([]);
    return { status, body, type: headers['content-type'], retryAfter: headers['retry-after'] };
  };
  const error = (status: number, code: string) => ({
    status,
    type: 'application/json',
    body: { code, message: expect.any(String) },
  });

  test('refuses a request without a token, or with a wrong one', async () => {
    expect(await refused(at, { token: null })).toMatchObject(error(401, 'bearer_token_missing'));
    expect(await refused(at, { token: 'x.y.z' })).toMatchObject(
      error(401, 'auth_failed_invalid_bearer_token'),
    );
    // A path that does not exist is not revealed either.
    expect(await refused('/openfga/nothing', { token: null })).toMatchObject(
      error(401, 'bearer_token_missing'),
    );
  });

  test.each([
    ['GET', at, 'tenant:fga.check'],
    ['POST', `${at}/write`, 'tenant:fga.read'],
    ['POST', `${at}/read`, 'tenant:fga.check'],
    ['POST', `${at}/list-users`, 'tenant:fga.check'],
    ['POST', `${at}/authorization-models`, 'tenant:fga.read'],
    ['POST', '/openfga/stores', 'tenant:fga.read'],
    ['DELETE', at, 'tenant:fga.read'],
    ['PUT', `${at}/assertions/${store}`, 'tenant:fga.read'],
    ['POST', `${at}/check`, 'tenant:users.read'],
  ])('%s %s is forbidden with %s alone', async (method, path, scope) => {
    const token = await s.hub.token({ tenant: s.hub.tenant('acme'), scopes: [scope] });
    const body = ['POST', 'PUT'].includes(method) ? { body: '{}', headers: json } : {};
    expect(await refused(path, { method, token, ...body })).toMatchObject(error(403, 'forbidden'));
  });

  test('is forbidden for a tenant that is suspended', async () => {
    const tenant = s.hub.tenant('asleep');
    const token = await s.hub.token({ tenant });
    s.hub.setState(tenant, 'suspended');
    expect(await refused(at, { token })).toMatchObject(error(403, 'forbidden'));
  });

  test('is forbidden for a tenant that is not entitled to fga', async () => {
    const tenant = s.hub.tenant('poor');
    s.access.setOff(tenant.id, ['fga']);
    const token = await s.hub.token({ tenant });
    expect(await refused(at, { token })).toMatchObject(error(403, 'forbidden'));
  });

  test('refuses bodies that are too large', async () => {
    const token = await s.hub.token({ tenant: s.hub.tenant('acme') });
    const big = JSON.stringify({ a: 'x'.repeat(600_000) });
    expect(
      await refused(`${at}/check`, { method: 'POST', token, headers: json, body: big }),
    ).toMatchObject(error(413, 'exceeded_entity_limit'));
  });

  test('says when to retry: above the rate, and while the service is away', async () => {
    await roomInMinute();
    const busy = await s.start({
      ...serving(),
      'platform.gateway.ratelimit.client-requests-per-minute': '1',
    });
    const tenant = s.hub.tenant('busy');
    expect((await busy.call(at, { tenant })).status).toBe(200);
    const limited = await busy.call(at, { tenant });
    expect([limited.status, limited.body.code]).toEqual([429, 'rate_limit_exceeded']);
    const away = await s.start({ 'platform.gateway.services.fga.url': 'http://127.0.0.1:1' });
    const down = await away.call(at, { tenant });
    expect([down.status, down.body.code]).toEqual([503, 'unavailable']);
    for (const { headers } of [limited, down]) expect(headers['retry-after']).toMatch(/^\d+$/);
  });
});
