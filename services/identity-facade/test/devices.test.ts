import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@platform/kit/ids';
import type { Problem } from '@platform/kit/problem';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';

const deadline = { deadlineMs: 30_000 };
const bearer = 'bearer-of-the-hub-1234567890';
const month = 30 * 86_400;

let on: ExperiencePlatform;
beforeAll(async () => {
  on = await experiencePlatform(
    {},
    {
      'platform.security-events.identity-service.bearer': bearer,
      'platform.idp-facade.password.argon2-memory-kib': '7168',
      'platform.idp-facade.password.argon2-time': '5',
    },
  );
});
afterAll(() => on.stop());

const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const newDigest = (): string => digestOf(randomBytes(32).toString('base64url'));
const credentials = (account = 'hub') =>
  on.rpcAs(account).service('platform.identity.v1.Credentials');

/** One user of a tenant, as the hub sees them. */
async function person(of?: TestTenant, id = newId('user')) {
  const tenant = of ?? (await on.tenant()).tenant;
  const [tenantId, userId] = [tenant.id, id];
  return {
    tenant,
    userId,
    remember: async (deviceDigest: string, more: object = {}) =>
      (
        await credentials().RememberDevice(
          { tenantId, userId, deviceDigest, loginId: newId('event'), ...more },
          deadline,
        )
      ).isNew,
    async recognized(deviceDigest: string) {
      const { deviceKnown, deviceTrusted, devices } = await credentials().Describe(
        { tenantId, userId, deviceDigest, methodsOnly: true },
        deadline,
      );
      // A sign-in does not receive what it does not need.
      expect(devices).toEqual([]);
      return { deviceKnown, deviceTrusted };
    },
    devices: async () => (await credentials().Describe({ tenantId, userId }, deadline)).devices,
    remove: (authenticatorId: string) =>
      credentials().Remove({ tenantId, userId, authenticatorId }, deadline),
  };
}

const known = { deviceKnown: true, deviceTrusted: false };
const trusted = { deviceKnown: true, deviceTrusted: true };
const unknown = { deviceKnown: false, deviceTrusted: false };

describe('Credentials/RememberDevice', () => {
  test('makes a browser known, and trusted for the requested time', async () => {
    const { remember, recognized, devices } = await person();
    const digest = newDigest();
    expect(await recognized(digest)).toEqual(unknown);
    expect(await remember(digest, { userAgent: 'Firefox' })).toBe(false);
    expect(await recognized(digest)).toEqual(known);
    expect(await recognized('')).toEqual(unknown);
    await remember(digest, { userAgent: 'Firefox 2', trustedSeconds: month });
    expect(await recognized(digest)).toEqual(trusted);
    const [device, ...others] = await devices();
    expect(others).toEqual([]);
    expect(device).toMatchObject({
      id: expect.stringMatching(/^tdev_/),
      userAgent: 'Firefox 2',
      trustedUntil: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(device)).not.toContain(digest);
    // Another sign-in does not end the trust.
    await remember(digest);
    expect(await recognized(digest)).toEqual(trusted);
    on.clock.advance((month + 60) * 1_000);
    expect(await recognized(digest)).toEqual(known);
    expect((await devices())[0]?.trustedUntil).toBe('');
  });

  test('reports a new browser of a user who has signed in before', async () => {
    const { remember } = await person();
    const [home, away] = [newDigest(), newDigest()];
    const loginId = newId('event');
    expect(await remember(home)).toBe(false);
    expect(await remember(away, { loginId })).toBe(true);
    // The same login ends again after a crash.
    expect(await remember(away, { loginId })).toBe(true);
    expect(await remember(away)).toBe(false);
    expect(await remember(home)).toBe(false);
  });

  test('renews the cookie of a browser for all of its users', async () => {
    const ada = await person();
    const bob = await person(ada.tenant);
    const [former, digest] = [newDigest(), newDigest()];
    await ada.remember(former);
    await bob.remember(former, { trustedSeconds: month });
    await ada.remember(digest, { formerDigest: former, trustedSeconds: month });
    expect(await ada.recognized(former)).toEqual(unknown);
    expect(await bob.recognized(former)).toEqual(unknown);
    expect(await bob.recognized(digest)).toEqual(trusted);
    expect(await ada.devices()).toHaveLength(1);
  });

  test('rejects invalid digests, and callers other than the hub', async () => {
    const { tenant, userId, remember } = await person();
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 'answered',
        ({ code }: Problem) => code,
      );
    expect(await codeOf(remember('cookie'))).toBe('invalid_parameter');
    expect(await codeOf(remember(newDigest(), { formerDigest: 'x' }))).toBe('invalid_parameter');
    expect(await codeOf(remember(newDigest(), { trustedSeconds: 32_000_000 }))).toBe(
      'invalid_parameter',
    );
    const request = { tenantId: tenant.id, userId, deviceDigest: newDigest() };
    const call = credentials('directory').RememberDevice(request, deadline);
    expect(await codeOf(call)).toBe('caller_not_allowed');
  });

  test('hides devices from other tenants and users', async () => {
    const { userId, remember, tenant } = await person();
    const digest = newDigest();
    await remember(digest, { trustedSeconds: month });
    expect(await (await person(undefined, userId)).recognized(digest)).toEqual(unknown);
    expect(await (await person(tenant)).recognized(digest)).toEqual(unknown);
  });

  test('keeps one row for a browser with two concurrent logins', async () => {
    const { remember, devices } = await person();
    const digest = newDigest();
    await Promise.all(Array.from({ length: 4 }, () => remember(digest)));
    expect(await devices()).toHaveLength(1);
  });

  test('keeps the hundred most recently used browsers', async () => {
    const { remember, devices, recognized, tenant, userId } = await person();
    await on.sql(
      `INSERT INTO devices (tenant_id, user_id, id, digest, user_agent, first_login_id, is_first, created_at, last_used_at)
       SELECT $1, $2, 'tdev_' || n, encode(sha256(n::text::bytea), 'hex'), '', '', false, now(), now() - n * interval '1 day' FROM generate_series(1, 100) AS n`,
      [tenant.id, userId],
    );
    await remember(newDigest());
    expect(await devices()).toHaveLength(100);
    expect(await recognized(digestOf('100'))).toEqual(unknown);
    expect(await recognized(digestOf('99'))).toEqual(known);
  });
});

describe('trust in a device', () => {
  const trusting = async () => {
    const who = await person();
    const digest = newDigest();
    await who.remember(digest, { trustedSeconds: month });
    expect(await who.recognized(digest)).toEqual(trusted);
    return { ...who, digest };
  };

  test('ends when the device is removed', async () => {
    const { devices, remove, recognized, digest } = await trusting();
    const [device] = await devices();
    await remove(device?.id ?? '');
    expect(await recognized(digest)).toEqual(unknown);
    await expect(remove(device?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('ends when the password is changed', async () => {
    const { tenant, userId, recognized, digest } = await trusting();
    const password = 'correct horse battery staple';
    await credentials().SetPassword({ tenantId: tenant.id, userId, password }, deadline);
    expect(await recognized(digest)).toEqual(known);
  });

  test.each(['sessions_revoked', 'credential_compromised'])('ends after %s', async (type) => {
    const { tenant, userId, recognized, digest } = await trusting();
    const event = {
      id: newId('event'),
      type,
      occurredAt: new Date().toISOString(),
      subject: { type: 'user', id: userId },
    };
    const { status } = await on.platform.call(
      'post',
      `/internal/tenants/${tenant.id}/security-events`,
      { headers: { authorization: `Bearer ${bearer}` }, body: { events: [event] } },
    );
    expect(status).toBe(200);
    expect(await recognized(digest)).toEqual(known);
  });

  test('is exported and erased with the user', async () => {
    const { tenant, userId, recognized, digest } = await trusting();
    const subjects = on.rpcAs('compliance').service('platform.datasubject.v1.DataSubject');
    const request = { tenantId: tenant.id, userId, requestId: newId('request') };
    const sections = new Map<string, string>();
    const exported = subjects.Export(request, deadline) as AsyncIterable<any>;
    for await (const { section, json } of exported) sections.set(section, json);
    expect(JSON.parse(sections.get('trustedDevices') ?? '')).toHaveLength(1);
    expect(sections.get('trustedDevices')).not.toContain(digest);
    const preview = await subjects.Erase({ ...request, phase: 'erase', dryRun: true }, deadline);
    expect(preview.items).toMatchObject([{ category: 'devices', count: 1 }]);
    const erased = await subjects.Erase({ ...request, phase: 'erase' }, deadline);
    expect(erased.items).toMatchObject([{ category: 'devices', count: 1 }]);
    expect(await recognized(digest)).toEqual(unknown);
  });
});
