import { expect, test } from 'vitest';
import { kindOf, providerId } from './connector-kinds.ts';
import { connectorPatch, newConnectorBody } from './connector-values.ts';

const before = { attributeMapping: { email: 'mail', picture: 'photo' }, extraParameters: {} };

test('a patch has lists, and removes the pairs that are gone', () => {
  const patch = {
    scopes: 'openid  email',
    allowedEmailDomains: '',
    attributeMapping: 'email = upn\nlocale = lang',
    iconUrl: ' ',
  };
  expect(connectorPatch(patch, before)).toEqual({
    scopes: ['openid', 'email'],
    allowedEmailDomains: [],
    attributeMapping: { email: 'upn', locale: 'lang', picture: null },
    iconUrl: null,
  });
});

test('a new connector has only what its kind takes', () => {
  const values = {
    kind: 'google',
    name: '',
    displayName: '',
    clientId: 'id',
    clientSecret: 'secret',
    apple: { teamId: '', keyId: '', privateKey: '' },
    microsoft: { tenant: 'common' },
    oidc: {
      issuer: 'https://idp.example.com',
      authorizationEndpoint: '',
      tokenEndpoint: '',
      jwksUri: '',
      userinfoEndpoint: '',
    },
  };
  expect(newConnectorBody(values)).toEqual({ clientId: 'id', clientSecret: 'secret' });
  expect(newConnectorBody({ ...values, kind: 'microsoft' })).toMatchObject({
    microsoft: { tenant: 'common' },
  });
  expect(newConnectorBody({ ...values, kind: 'oauth2' })).toEqual({
    clientId: 'id',
    clientSecret: 'secret',
    oidc: { issuer: 'https://idp.example.com' },
  });
});

test('the kind of a provider follows from its id', () => {
  expect(['google', 'oidc-acme', 'oauth2-acme'].map(kindOf)).toEqual(['google', 'oidc', 'oauth2']);
  expect(providerId('oauth2', ' acme ')).toBe('oauth2-acme');
  expect(providerId('slack', 'ignored')).toBe('slack');
});
