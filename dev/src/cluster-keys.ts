import { existsSync, readFileSync } from 'node:fs';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { JWK } from 'jose';
import { writeAtomically } from '@platform/command-line/file-write';

export interface ClusterKeys {
  /** Public keys, newest first. */
  publicKeys(): JWK[];
  signingKey(): Promise<{ kid: string; key: Awaited<ReturnType<typeof importJWK>> }>;
  /** Signs with a new key; the previous keys stay in the key set. */
  rotate(): Promise<void>;
}

const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
};

const withoutPrivatePart = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({
  kty,
  n,
  e,
  kid,
  alg,
  use,
});

/** The cluster's signing keys, kept in a file. */
export const openKeys = async (file: string): Promise<ClusterKeys> => {
  let keys: JWK[] = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as JWK[]) : [];
  const rotate = async (): Promise<void> => {
    keys = [await newKey(), ...keys];
    writeAtomically(file, JSON.stringify(keys));
  };
  if (keys.length === 0) await rotate();
  return {
    publicKeys: () => keys.map(withoutPrivatePart),
    signingKey: async () => ({
      kid: String(keys[0]?.kid),
      key: await importJWK(keys[0] as JWK, 'RS256'),
    }),
    rotate,
  };
};
