import type { JSONWebKeySet, JWK } from 'jose';
import type { Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';
import type { StoredKey } from './key-store.ts';

/** A revoked document key: its public key, and the time from which its signatures are invalid, in epoch milliseconds. */
export interface CompromisedKey {
  publicJwk: JWK;
  compromisedAt: number;
}

/** Stores the public key of a leaked document key. The private key is deleted with the key's row. */
export const insertCompromisedKey = (
  tx: Tx,
  { kid, publicJwk }: Pick<StoredKey, 'kid' | 'publicJwk'>,
  compromisedAt: number,
): Promise<number> =>
  tx.execute(
    hub.query.insertInto('compromisedDocumentKey').values({
      kid,
      publicJwk: JSON.stringify(publicJwk),
      compromisedAt: new Date(compromisedAt),
    }),
  );

export const listCompromisedKeys = async (tx: Tx): Promise<CompromisedKey[]> =>
  (
    await tx.rows(
      hub.query
        .selectFrom('compromisedDocumentKey')
        .select(['publicJwk', 'compromisedAt'])
        .orderBy('compromisedAt')
        .orderBy('kid')
        .$narrowType<{ publicJwk: JWK }>(),
    )
  ).map(({ publicJwk, compromisedAt }) => ({ publicJwk, compromisedAt: compromisedAt.getTime() }));

/**
 * Builds the key set that verifies documents. `x-compromised-at` is in seconds, like `iat`, and rounded down so that signatures from
 * the second of the leak are invalid.
 */
export const documentKeySet = (
  published: JSONWebKeySet,
  compromised: readonly CompromisedKey[],
): JSONWebKeySet => ({
  keys: [
    ...published.keys.filter((key) => 'x-purpose' in key && key['x-purpose'] === 'documents'),
    ...compromised.map(({ publicJwk, compromisedAt }) => ({
      ...publicJwk,
      'x-compromised-at': Math.floor(compromisedAt / 1_000),
    })),
  ],
});
