import { expect, it } from 'vitest';
import { hostReader } from './hosts.ts';

const hosts = hostReader({
  platformDomain: '.platform.example',
  publicBaseUrl: 'https://api.platform.example:8443/',
  issuer: 'https://id.example',
  trustTestIssuers: true,
});

it.each([
  [
    'acme.platform.example',
    'acme',
    'https://acme.platform.example',
    'https://acme.platform.example:8443',
  ],
  [
    'Acme.Platform.Example.:1',
    'acme',
    'https://acme.platform.example',
    'https://acme.platform.example:8443',
  ],
  [
    'acme--test.platform.example',
    'acme--test',
    'https://acme--test.platform.example',
    'https://acme--test.platform.example:8443',
  ],
  [
    'api.platform.example:8443',
    undefined,
    'https://id.example',
    'https://api.platform.example:8443',
  ],
  ['a.b.platform.example', 'a.b', 'https://id.example', 'https://api.platform.example:8443'],
  ['.platform.example', '', 'https://id.example', 'https://api.platform.example:8443'],
  ['x"y.platform.example', 'x"y', 'https://id.example', 'https://api.platform.example:8443'],
  ['platform.example', undefined, 'https://id.example', 'https://api.platform.example:8443'],
  ['evilplatform.example', undefined, 'https://id.example', 'https://api.platform.example:8443'],
  [undefined, undefined, 'https://id.example', 'https://api.platform.example:8443'],
])('%s', (host, label, issuer, base) => {
  expect([hosts.labelOf(host), hosts.issuerOf(host), hosts.baseUrlOf(host)]).toEqual([
    label,
    issuer,
    base,
  ]);
});
