import type { JSONWebKeySet, JWK } from 'jose';
import type { Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';
import type { StoredKey } from './key-store.ts';

/** A revoked document key: its public half, and the moment from which its signatures do not count, in epoch milliseconds. */
export interface CompromisedKey {
  publicJwk: JWK;
  compromisedAt: number;
}

/** Keeps the public half of a document key that leaked; the private half goes with the row of the key. */
export const keepCompromisedKey = (
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
 * The keys that verify documents. `x-compromised-at` is in seconds, as `iat` is: rounded down, so that what was signed in the
 * second of the leak does not count.
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
