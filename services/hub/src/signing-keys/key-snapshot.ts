import type { SecretBox } from '@platform/kit/secrets';
import type { JSONWebKeySet, JWK } from 'jose';
import { openKey } from './key-generation.ts';
import type { StoredKey } from './key-store.ts';
import { families, keyStateOf, nextChange } from './key-times.ts';
import type { Family } from './key-times.ts';

/** The keys at one moment. */
export interface KeySnapshot {
  /** Changes when another key signs: what was built with an older one is built anew. */
  generation: string;
  /** The private half of each family's active key. */
  signing: Partial<Record<Family, JWK>>;
  /** What verifiers may need. */
  published: JSONWebKeySet;
  activeSince: Partial<Record<Family, number>>;
  /** When another snapshot follows, in epoch milliseconds; `Infinity`: not by time. */
  until: number;
}

/** Opens private halves, each once. */
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

/** The keys as they are at a time, in epoch milliseconds. */
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
