import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { temporaryFolder } from '@platform/testkit/stores';
import { newId } from '@platform/kit/ids';
import { openCountries } from '@platform/kit/ip';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';
import { mmdb } from '@platform/testkit/mmdb';

const folder = temporaryFolder('countries-');
const file = (name: string, content: Buffer | string): string => {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
};
afterAll(() => folder.remove());

describe('countries of addresses', () => {
  const path = file(
    'some.mmdb',
    mmdb({
      '192.0.2.0/24': 'CH',
      '198.51.100.0/25': 'DE',
      '198.51.100.128/25': 'AT',
      '2001:db8::/32': 'FR',
    }),
  );

  test.each<[string | undefined, string | undefined]>([
    ['192.0.2.1', 'CH'],
    ['192.0.2.255', 'CH'],
    ['192.0.3.0', undefined],
    ['198.51.100.127', 'DE'],
    ['198.51.100.128', 'AT'],
    ['::ffff:192.0.2.1', 'CH'],
    ['2001:db8:1::1', 'FR'],
    ['2001:db9::1', undefined],
    ['nonsense', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is in %s', async (ip, country) => {
    expect((await openCountries(path)).of(ip)).toBe(country);
  });

  test('is unknown without a file', async () => {
    const none = await openCountries('');
    await none.refresh();
    expect(none.of('192.0.2.1')).toBeUndefined();
  });

  test('a changed file is reloaded; a broken one leaves the previous one in effect', async () => {
    const changing = file('changing.mmdb', mmdb({ '192.0.2.0/24': 'CH' }));
    const countries = await openCountries(changing);
    file('changing.mmdb', mmdb({ '192.0.2.0/24': 'LI' }));
    utimesSync(changing, 1, 1);
    await countries.refresh();
    expect(countries.of('192.0.2.1')).toBe('LI');
    file('changing.mmdb', 'broken');
    await expect(countries.refresh()).rejects.toThrow();
    expect(countries.of('192.0.2.1')).toBe('LI');
  });

  test.each<[string, () => string]>([
    ['is not there', () => join(folder.path, 'absent')],
    ['is no MaxMind file', () => file('text', 'text')],
    [
      'holds something else',
      () => file('asn.mmdb', mmdb({ '192.0.2.0/24': 'CH' }, 'GeoLite2-ASN')),
    ],
  ])('a file that %s prevents startup', async (_how, at) => {
    await expect(openCountries(at())).rejects.toThrow(
      'platform.conditional-access.geoip-database-path',
    );
  });
});

describe('policies by country', () => {
  let platform: AccessPlatform;
  let acme: TestTenant;
  let api: TestApi;
  const path = '/api/v1/clients/app/access-policies';
  beforeAll(async () => {
    platform = await accessPlatform({
      'platform.conditional-access.geoip-database-path': file(
        'policies.mmdb',
        mmdb({ '192.0.2.0/24': 'CH' }),
      ),
    });
    acme = platform.hub.tenant('acme');
    platform.hub.setClient(acme, 'app', {});
    api = await platform.api(acme);
    const made = await api.post(path, {
      body: {
        name: 'Abroad',
        mode: 'enabled',
        conditions: { networks: { exclude: { countries: ['CH'] } }, whenUnknown: 'match' },
        controls: { block: true },
      },
    });
    expect(made.status).toBe(200);
  });
  afterAll(() => platform.stop());

  const given: [string, { ip?: string; country?: string }, boolean][] = [
    ['an address of the file', { ip: '192.0.2.9' }, true],
    ['an address that the file does not know', { ip: '203.0.113.9' }, false],
    ["the caller's word before the file", { ip: '192.0.2.9', country: 'DE' }, false],
    ["the caller's word alone", { country: 'CH' }, true],
    ['nothing', {}, false],
  ];
  test.each(given)('the hub says %s', async (_name, signals, allowed) => {
    const decision = await platform
      .peer('hub')
      .service('platform.fga.v1.AccessPolicies')
      .Evaluate({
        tenantId: acme.id,
        clientId: 'app',
        phase: 'authorize',
        userId: newId('user'),
        ...signals,
      });
    expect(decision.outcome).toBe(allowed ? 'allow' : 'deny');
  });
  test.each(given)('a simulation says %s', async (_name, signals, allowed) => {
    const { body } = await api.post(`${path}/simulate`, {
      body: { principal: { type: 'user', id: newId('user') }, ...signals },
    });
    expect(body.decision).toBe(allowed ? 'allow' : 'block');
  });
});
