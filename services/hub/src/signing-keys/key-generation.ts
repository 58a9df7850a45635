import { generateKeyPair as generate } from 'node:crypto';
import { promisify } from 'node:util';
import { defaultTenantId } from '@platform/contracts';
import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';
import { calculateJwkThumbprint } from 'jose';
import type { JWK } from 'jose';
import type { StoredKey } from './key-store.ts';
import type { Family } from './key-times.ts';

const generateKeyPair = promisify(generate);
const contextOf = (kid: string) => ({ tenantId: defaultTenantId, field: `signing_key/${kid}` });

/** The column of the sealed private keys. */
export const sealedSigningKeys: SealedColumn = {
  table: 'signing_key',
  column: 'private_sealed',
  key: ['family', 'kid'],
  contextOf: (_tenantId, _family, kid = '') => contextOf(kid),
  platformTenantId: defaultTenantId,
};

/** Generates a key pair of a family. Its `kid` is the thumbprint (RFC 7638). */
export async function makeKey(
  family: Family,
  activatesAt: number,
  secrets: SecretBox,
): Promise<StoredKey> {
  const pair =
    family === 'ES256'
      ? await generateKeyPair('ec', { namedCurve: 'P-256' })
      : await generateKeyPair('rsa', { modulusLength: 2048 });
  const bare = pair.publicKey.export({ format: 'jwk' }) as JWK;
  const kid = await calculateJwkThumbprint(bare);
  const marks = {
    kid,
    use: 'sig',
    alg: family === 'ES256' ? 'ES256' : 'RS256',
    ...(family === 'documents' ? { 'x-purpose': 'documents' } : {}),
  };
  const privateJwk = { ...pair.privateKey.export({ format: 'jwk' }), ...marks };
  return {
    family,
    kid,
    publicJwk: { ...bare, ...marks },
    privateSealed: secrets.seal(JSON.stringify(privateJwk), contextOf(kid)),
    activatesAt,
    retiresAt: null,
    removesAt: null,
  };
}

/** Opens the private key. */
export const openKey = ({ kid, privateSealed }: StoredKey, secrets: SecretBox): JWK =>
  JSON.parse(secrets.open(privateSealed, contextOf(kid))) as JWK;
