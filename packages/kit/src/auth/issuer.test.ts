import { describe, expect, it } from 'vitest';
import { issuerReader, tenantIssuers } from './issuer.ts';

const platformDomain = '.platform.example';

describe('tenantIssuers', () => {
  it.each([
    ['https://id.example', 'https://acme.platform.example'],
    ['https://id.example:8443', 'https://acme.platform.example'],
    ['http://localhost:8080', 'http://acme.platform.example:8080'],
    ['http://id.platform.localhost:8080', 'http://acme.platform.example:8080'],
    ['http://localhost', 'http://acme.platform.example'],
    ['https://localhost:8443', 'https://acme.platform.example:8443'],
    ['https://notlocalhost:8443', 'https://acme.platform.example'],
  ])('with the platform issuer %s, a tenant issuer is %s', (platformIssuer, issuer) => {
    expect(tenantIssuers({ platformIssuer, platformDomain })('acme')).toBe(issuer);
  });
});

describe('issuerReader', () => {
  const local = issuerReader({
    platformIssuer: 'http://localhost:8080',
    platformDomain: '.platform.localhost',
    trustTestIssuers: false,
  });

  it('reads issuers with the scheme and port of a local platform', () => {
    expect(local('http://localhost:8080')).toEqual({ kind: 'platform' });
    expect(local('http://acme.platform.localhost:8080')).toEqual({
      kind: 'tenant',
      slug: 'acme',
      mode: 'live',
    });
  });

  it.each([
    'https://acme.platform.localhost',
    'https://acme.platform.localhost:8080',
    'http://acme.platform.localhost',
    'http://acme.platform.localhost:8081',
    'http://acme.platform.localhost:8080/',
    'http://x.acme.platform.localhost:8080',
    'http://acme--test.platform.localhost:8080',
    'http://.platform.localhost:8080',
    'http://ACME.platform.localhost:8080',
  ])('does not accept %s', (issuer) => expect(local(issuer)).toBeUndefined());

  it('accepts https without a port everywhere else', () => {
    const read = issuerReader({
      platformIssuer: 'https://id.example:8443',
      platformDomain,
      trustTestIssuers: true,
    });
    expect(read('https://acme--test.platform.example')).toEqual({
      kind: 'tenant',
      slug: 'acme',
      mode: 'test',
    });
    expect(read('https://acme.platform.example:8443')).toBeUndefined();
    expect(read('http://acme.platform.example')).toBeUndefined();
  });
});
