import { UnsecuredJWT } from 'jose';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { expect, test } from 'vitest';
import { keepOfflineAccess } from './offline-access.ts';

const sent = 'openid offline_access tenant:users.read';
const pushed = { request: new UnsecuredJWT({ scope: sent }).encode() };

/** Returns the resulting scope of a request that the library has reduced to `scope`. */
function kept(request: object, scope: string | undefined, mayRefresh = true): unknown {
  const params = { scope };
  const ctx = { query: {}, oidc: { entities: {} }, ...request };
  Object.assign(ctx.oidc, { params });
  const client = { grantTypeAllowed: () => mayRefresh } as unknown as Client;
  keepOfflineAccess(ctx as unknown as KoaContextWithOIDC, client);
  return params.scope;
}

test.each<[string, object]>([
  ['in its query', { query: { scope: sent } }],
  ['in its form', { method: 'POST', oidc: { body: { scope: sent }, entities: {} } }],
  ['in a pushed request', { oidc: { entities: { PushedAuthorizationRequest: pushed } } }],
])('a request with the scope %s keeps offline_access, but no other removed scope', (_, ctx) => {
  expect(kept(ctx, 'openid')).toBe('openid offline_access');
});

test.each<[string, object, boolean]>([
  ['without the scope', { query: { scope: 'openid email' } }, true],
  ['of a client without refresh tokens', { query: { scope: sent } }, false],
  ['that resumes', { query: {} }, true],
])('a request %s remains unchanged', (_, ctx, mayRefresh) => {
  expect(kept(ctx, 'openid', mayRefresh)).toBe('openid');
});

test('a request with offline_access as its only scope keeps it', () => {
  expect(kept({ query: { scope: 'offline_access' } }, undefined)).toBe('offline_access');
});
