import type { SecretBox } from '@platform/kit/secrets';
import type { JSONWebKeySet, JWK } from 'jose';
import { openKey } from './key-generation.ts';
import type { StoredKey } from './key-store.ts';
import { families, keyStateOf, nextChange } from './key-times.ts';
import type { Family } from './key-times.ts';

/** The keys at a point in time. */
export interface KeySnapshot {
  /** Identifies the active keys. Providers are cached by it, so a new key gets a new provider. */
  generation: string;
  /** The active private key of each family. */
  signing: Partial<Record<Family, JWK>>;
  /** The public keys for verifiers. */
  published: JSONWebKeySet;
  activeSince: Partial<Record<Family, number>>;
  /** When the snapshot becomes outdated, in epoch milliseconds; `Infinity` if time alone does not change it. */
  until: number;
}

/** Opens private keys, each only once. */
export function keyOpener(secrets: SecretBox): (key: StoredKey) => JWK {
  const opened = new Map<string, JWK>();
  return (key) => {
    const known = opened.get(key.kid);
    if (known) return known;
    const jwk = openKey(key, secrets);
    opened.set(key.kid, jwk);
    return jwk;
  };
}

/** Builds the snapshot at a time, in epoch milliseconds. */
export function keySnapshot(
  stored: readonly StoredKey[],
  at: number,
  privateOf: (key: StoredKey) => JWK,
): KeySnapshot {
  const live = stored.filter((key) => keyStateOf(key, at) !== 'removed');
  const active = families.flatMap((family) =>
    live.filter((key) => key.family === family && keyStateOf(key, at) === 'active').slice(-1),
  );
  return {
    generation: active.map((key) => key.kid).join(' '),
    signing: Object.fromEntries(active.map((key) => [key.family, privateOf(key)])),
    activeSince: Object.fromEntries(active.map((key) => [key.family, key.activatesAt])),
    published: { keys: live.map((key) => key.publicJwk) },
    until: Math.min(...stored.map((key) => nextChange(key, at))),
  };
}
