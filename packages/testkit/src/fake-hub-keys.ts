import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { allScopes } from '@platform/contracts';
import type { TestTenant } from './fake-hub-tenants.ts';

/** Claims of a token for a test; default: a client with every scope. */
export interface TestTokenOptions {
  tenant: TestTenant;
  scopes?: readonly string[];
  /** A user instead of the client itself. */
  userId?: string;
  clientId?: string;
  claims?: Record<string, unknown>;
  lifeSeconds?: number;
}

interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  /** The key as published in the key set. */
  shown: JWK;
}

/** The keys of the fake hub: for access tokens, documents and security events. */
export interface TestHubKeys {
  tokens: SigningKey;
  documents: SigningKey;
  events: SigningKey;
}

async function newKey(alg: 'ES256' | 'RS256', more: Record<string, string>): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomUUID();
  return { kid, privateKey, shown: { ...(await exportJWK(publicKey)), kid, alg, ...more } };
}

/** Generates the keys of a fake hub. */
export async function newHubKeys(): Promise<TestHubKeys> {
  const [tokens, documents, events] = await Promise.all([
    newKey('ES256', {}),
    newKey('RS256', { use: 'sig', 'x-purpose': 'documents' }),
    newKey('RS256', { use: 'sig' }),
  ]);
  return { tokens, documents, events };
}

/** Serves the key set; does not respond while `isAway`. */
export async function serveKeySet(
  { events, tokens, documents }: TestHubKeys,
  isAway: () => boolean,
): Promise<{ port: number; close(): Promise<void> }> {
  const keySet = JSON.stringify({ keys: [events.shown, tokens.shown, documents.shown] });
  const server = createServer((_req, res) => {
    if (isAway()) return void res.destroy();
    res.setHeader('content-type', 'application/json').end(keySet);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Signs an access token. */
export const signToken = (
  { kid, privateKey }: SigningKey,
  {
    tenant,
    scopes = allScopes,
    userId,
    clientId = 'test-client',
    claims = {},
    lifeSeconds = 600,
  }: TestTokenOptions,
): Promise<string> =>
  new SignJWT({
    client_id: clientId,
    tnt: tenant.id,
    scope: scopes.join(' '),
    jti: randomUUID(),
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .setIssuer(tenant.issuer)
    .setSubject(userId ?? clientId)
    .setAudience('product-api')
    .setIssuedAt()
    .setExpirationTime(`${lifeSeconds}s`)
    .sign(privateKey);
