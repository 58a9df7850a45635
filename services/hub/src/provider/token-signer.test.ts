import { compactVerify, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { JWK } from 'jose';
import { ExternalSigningKey } from 'oidc-provider';
import { describe, expect, test } from 'vitest';
import { tokenSigner } from './token-signer.ts';

async function newKey(alg: string): Promise<{ secret: JWK; open: JWK }> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const named = { alg, kid: 'key', use: 'sig' };
  return {
    secret: { ...(await exportJWK(privateKey)), ...named },
    open: { ...(await exportJWK(publicKey)), ...named },
  };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('tokenSigner', () => {
  test.each(['ES256', 'RS256', 'PS256', 'EdDSA'])(
    'creates a %s signature that the public key verifies',
    async (alg) => {
      const { secret, open } = await newKey(alg);
      const signer = tokenSigner(secret) as ExternalSigningKey;
      expect(signer).toBeInstanceOf(ExternalSigningKey);
      expect([signer.kid, signer.alg]).toEqual(['key', alg]);
      const data = `${encoded({ alg })}.${encoded({ sub: 'ada' })}`;
      const signature = Buffer.from(await signer.sign(Buffer.from(data))).toString('base64url');
      const { payload } = await compactVerify(`${data}.${signature}`, await importJWK(open, alg));
      expect(JSON.parse(String(Buffer.from(payload)))).toEqual({ sub: 'ada' });
    },
  );

  test('publishes no part of the private key', async () => {
    const { secret, open } = await newKey('RS256');
    const signer = tokenSigner(secret) as ExternalSigningKey;
    const published = await signer.keyObject();
    expect(published.export({ format: 'jwk' })).toEqual({
      kty: 'RSA',
      n: open.n,
      e: open.e,
    });
  });

  test('returns the same signer for all providers, and keys of other algorithms unchanged', async () => {
    const { secret } = await newKey('RS256');
    expect(tokenSigner(secret)).toBe(tokenSigner(secret));
    const { secret: other } = await newKey('RS384');
    expect(tokenSigner(other)).toBe(other);
  });
});
