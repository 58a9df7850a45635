import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { ApiSigningAlg } from '@platform/contracts';
import type { JWK } from 'jose';
import { ExternalSigningKey } from 'oidc-provider';
import { tokenSigner } from './token-signer.ts';

/** How tokens for the APIs of one tenant are signed. */
export interface ResourceSigning {
  /** For the configuration of a provider: one for each algorithm, whatever keys the tenant has. */
  signers: ExternalSigningKey[];
  /** The name by which the library selects the signer of an algorithm. */
  signerOf(alg: ApiSigningAlg): string;
  /** The platform's own key for ES256. */
  platformKid: string | undefined;
  /** Returns the id of the tenant's key that signs now; the header of the token must name it. @throws 503 if there is none */
  use(alg: ApiSigningAlg): Promise<string>;
}

const algorithms: readonly ApiSigningAlg[] = ['ES256', 'RS256', 'PS256', 'EdDSA'];
const signerOf = (alg: ApiSigningAlg): string => `api ${alg}`;
const edwardsKey = generateKeyPairSync('ed25519').publicKey;

const headerOf = (data: Uint8Array): { kid?: string } => {
  const [header = ''] = Buffer.from(data).toString('latin1').split('.', 1);
  return JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid?: string };
};

/**
 * Signs with the key that the header of a token names. A provider keeps the keys that it was made with, but those of a tenant come with
 * its first API and are rotated: its signers only look like keys. `platformKeys` give them the form of their type.
 */
export function resourceSigning(
  platformKeys: readonly JWK[],
  signingKey: (alg: ApiSigningAlg) => Promise<JWK>,
): ResourceSigning {
  const used = new Map<string, JWK>();
  const formOf = (alg: ApiSigningAlg): KeyObject => {
    if (alg === 'EdDSA') return edwardsKey;
    const jwk = platformKeys.find((key) => key.alg === (alg === 'ES256' ? 'ES256' : 'RS256'));
    return createPublicKey({ key: jwk as never, format: 'jwk' });
  };

  const signer = (alg: ApiSigningAlg): ExternalSigningKey => {
    const form = formOf(alg);
    return Object.assign(new ExternalSigningKey(), {
      kid: signerOf(alg),
      alg,
      keyObject: () => form,
      sign: (data: Uint8Array) => {
        const key = used.get(headerOf(data).kid ?? '');
        if (!key) throw new Error('a token for an API names no key of its tenant');
        return (tokenSigner(key) as ExternalSigningKey).sign(data);
      },
    });
  };

  return {
    signers: algorithms.map(signer),
    platformKid: platformKeys.find(({ alg }) => alg === 'ES256')?.kid,
    signerOf,
    async use(alg) {
      const key = await signingKey(alg);
      used.set(key.kid!, key);
      return key.kid!;
    },
  };
}
