import { generateKeyPair as generate } from 'node:crypto';
import type { KeyPairKeyObjectResult } from 'node:crypto';
import { promisify } from 'node:util';
import type { ApiSigningAlg } from '@platform/contracts';
import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';
import { calculateJwkThumbprint } from 'jose';
import type { JWK } from 'jose';
import type { StoredKey } from './key-store.ts';
import type { KeyFamily, KeyLine } from './key-times.ts';

const generateKeyPair = promisify(generate);
const contextOf = (tenantId: string, kid: string) => ({ tenantId, field: `signing_key/${kid}` });

/** The column of the sealed private keys. */
export const sealedSigningKeys: SealedColumn = {
  table: 'signing_key',
  column: 'private_sealed',
  key: ['family', 'kid'],
  contextOf: (tenantId, _family, kid = '') => contextOf(tenantId, kid),
};

const pairs: Readonly<Record<ApiSigningAlg, () => Promise<KeyPairKeyObjectResult>>> = {
  ES256: () => generateKeyPair('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPair('rsa', { modulusLength: 2048 }),
  PS256: () => generateKeyPair('rsa', { modulusLength: 2048 }),
  EdDSA: () => generateKeyPair('ed25519'),
};

/** What a key is for, where its algorithm does not say it. */
const purposes: Partial<Record<KeyFamily, string>> = {
  documents: 'documents',
  resource: 'api-resources',
};

/** A new pair; its kid is the thumbprint (RFC 7638). */
export async function makeKey(
  { tenantId, family, alg }: KeyLine,
  activatesAt: number,
  secrets: SecretBox,
): Promise<StoredKey> {
  const pair = await pairs[alg]();
  const bare = pair.publicKey.export({ format: 'jwk' }) as JWK;
  const kid = await calculateJwkThumbprint(bare);
  const marks = {
    kid,
    use: 'sig',
    alg,
    ...(purposes[family] === undefined ? {} : { 'x-purpose': purposes[family] }),
  };
  const privateJwk = { ...pair.privateKey.export({ format: 'jwk' }), ...marks };
  return {
    tenantId,
    family,
    kid,
    publicJwk: { ...bare, ...marks },
    privateSealed: secrets.seal(JSON.stringify(privateJwk), contextOf(tenantId, kid)),
    activatesAt,
    retiresAt: null,
    removesAt: null,
  };
}

/** The private half. */
export const openKey = (
  { tenantId, kid, privateSealed }: StoredKey,
  secrets: Pick<SecretBox, 'open'>,
): JWK => JSON.parse(secrets.open(privateSealed, contextOf(tenantId, kid))) as JWK;
