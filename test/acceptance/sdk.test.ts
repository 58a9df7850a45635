import { randomUUID } from 'node:crypto';
import { localFetch } from '@platform/dev/local-fetch';
import { clientCredentials, createPlatform, isProblem } from '@platform/sdk';
import type { Platform, Transport, User } from '@platform/sdk';
import { accessTokenVerifier } from '@platform/sdk/verify';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { beforeAll, describe, expect, it } from 'vitest';

let under: PlatformUnderTest;
let platform: Platform;

beforeAll(async () => {
  under = await sharedPlatform(['acme']);
  platform = createPlatform({ baseUrl: under.ready.gateway, token: await under.token('acme') });
});

const email = (): string => `${randomUUID()}@example.com`;

describe('the SDK', () => {
  it('creates, reads, updates, finds and deletes a user', async () => {
    const address = email();
    const created = await platform.users.create({ email: address, displayName: 'Ada' });
    expect(await platform.users.get(created.id)).toMatchObject({ email: address });
    const updated = await platform.users.update(created.id, { displayName: 'Ada Lovelace' });
    expect(updated.displayName).toBe('Ada Lovelace');
    const found = await platform.users.list({ email: address, status: 'active', limit: 1 });
    expect(found.data.map(({ id }) => id)).toEqual([created.id]);
    expect(await platform.users.delete(created.id)).toMatchObject({ deleted: true });
    expect(await platform.users.get(created.id).recover({ not_found: () => 'gone' })).toBe('gone');
  });

  it('iterates over 250 users of an organization in pages', async () => {
    const { id: organizationId } = await platform.organizations.create({
      name: 'Analytical Engines',
      slug: `engines-${randomUUID().slice(0, 8)}`,
    });
    const expected: string[] = [];
    for (let round = 0; round < 25; round++) {
      const users = await Promise.all(
        Array.from({ length: 10 }, () =>
          platform.users.create({ email: email(), memberships: [{ organizationId }] }),
        ),
      );
      expected.push(...users.map(({ id }) => id));
    }
    const sizes: number[] = [];
    for await (const page of platform.users.list({ organizationId, limit: 100 }).pages())
      sizes.push(page.data.length);
    expect(sizes).toEqual([100, 100, 50]);
    const listed: string[] = [];
    for await (const { id } of platform.users.list({ organizationId, limit: 100 })) listed.push(id);
    expect(listed.sort()).toEqual(expected.sort());
  });

  it('refuses to overwrite the change of someone else, and says so in a type', async () => {
    const { id } = await platform.users.create({ email: email() });
    const { etag, requestId } = await platform.users.get(id).response();
    expect(requestId).toMatch(/^req_/);
    await platform.users.update(id, { displayName: 'first' }, { ifMatch: String(etag) });
    const late = await platform.users
      .update(id, { displayName: 'second' }, { ifMatch: String(etag) })
      .result();
    if (late.ok || late.problem.code !== 'precondition_failed') throw new Error('no conflict');
    const status: 412 = late.problem.status;
    expect(status).toBe(412);
    expect((await platform.users.get(id)).displayName).toBe('first');
  });

  it('creates a user once although the first response is lost', async () => {
    let lost = 0;
    const losing: Transport = async (url, init) => {
      const response = await fetch(url, init);
      if (lost++ > 0) return response;
      await response.text();
      throw new TypeError('the connection broke');
    };
    const token = await under.token('acme');
    const fragile = createPlatform({ baseUrl: under.ready.gateway, token, fetch: losing });
    const address = email();
    const { value, isReplayed } = await fragile.users.create({ email: address }).response();
    expect([lost, isReplayed]).toEqual([2, true]);
    expect((await platform.users.list({ email: address })).data.map(({ id }) => id)).toEqual([
      value.id,
    ]);
  });

  it('narrows problems to what a method can fail with', async () => {
    const address = email();
    await platform.users.create({ email: address });
    const taken = await platform.users.create({ email: address }).result();
    if (taken.ok || taken.problem.code !== 'already_exists') throw new Error('no conflict');
    expect(taken.problem.errors[0]).toMatchObject({ pointer: '/email' });

    const invalid: unknown = await platform.users
      .create({ email: 'nonsense' })
      .catch((error: unknown) => error);
    if (!isProblem(invalid, 'validation_failed')) throw invalid;
    expect(invalid.at('/email')?.code).toBe('invalid_format');
    expect(invalid.requestId).toMatch(/^req_/);

    const weak = await under.token('acme', 'tenant:users.read');
    const reader = createPlatform({ baseUrl: under.ready.gateway, token: weak });
    const refused = await reader.users.create({ email: email() }).result();
    expect(refused.ok ? undefined : refused.problem.code).toBe('insufficient_scope');
  });

  it('gets tokens for an application, keeps them, and replaces one that is refused', async () => {
    const { issuer, clientId, clientSecret } = under.tenant('acme');
    let requests = 0;
    const counting: Transport = (url, init) => {
      if (init.method === 'POST') requests++;
      return localFetch(url, init);
    };
    const scope = 'tenant:users.read';
    const source = clientCredentials({ issuer, clientId, clientSecret, scope, fetch: counting });
    const backend = createPlatform({ baseUrl: under.ready.gateway, token: source });
    await Promise.all([backend.users.list(), backend.users.list(), backend.users.list()]);
    expect(requests).toBe(1);

    const expired = (await source({})).replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    let first = true;
    const stale = createPlatform({
      baseUrl: under.ready.gateway,
      token: (request) => {
        if (!first) return source({});
        first = false;
        return request.rejected ?? expired;
      },
    });
    const users: User[] = (await stale.users.list({ limit: 1 })).data;
    expect(users).toHaveLength(1);

    const wrong = clientCredentials({ issuer, clientId, clientSecret: 'x', fetch: localFetch });
    const refused = await createPlatform({ baseUrl: under.ready.gateway, token: wrong })
      .users.list()
      .result();
    expect(refused.ok ? undefined : refused.problem).toMatchObject({
      code: 'token_unavailable',
      cause: { error: 'invalid_client' },
    });
  });

  it('verifies the access tokens of the platform', async () => {
    const { issuer } = under.tenant('acme');
    const verify = accessTokenVerifier({ issuer, audience: 'product-api', fetch: localFetch });
    const token = await under.token('acme', 'tenant:users.read');
    const { scopes, clientId } = await verify(token, { scopes: ['tenant:users.read'] });
    expect([clientId, [...scopes]]).toEqual([under.tenant('acme').clientId, ['tenant:users.read']]);
    await expect(verify(token, { scopes: ['tenant:users.write'] })).rejects.toMatchObject({
      reason: 'insufficient_scope',
      missingScopes: ['tenant:users.write'],
    });
    const other = accessTokenVerifier({ issuer, audience: 'orders', fetch: localFetch });
    await expect(other(token)).rejects.toMatchObject({ reason: 'token_invalid', status: 401 });
  });

  it('reads feeds, and reports a file that does not exist', async () => {
    const page = await platform.events.list({ limit: 5 });
    expect(page.data.length).toBeGreaterThan(0);
    const absent = await platform.auditExports.download('aex_01h455vb4pex5vsknk084sn02q').result();
    expect(absent.ok ? undefined : absent.problem.code).toBe('not_found');
  });
});
