import type { JWK } from 'jose';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { hubLocks } from '../advisory-locks.ts';
import type { Family, KeyTimes } from './key-times.ts';

/** A key as it is stored: the public half open, the private half sealed. */
export interface StoredKey extends KeyTimes {
  family: Family;
  kid: string;
  publicJwk: JWK;
  privateSealed: string;
}

interface KeyRow {
  family: Family;
  kid: string;
  publicJwk: JWK;
  privateSealed: string;
  activatesAt: Date;
  retiresAt: Date | null;
  removesAt: Date | null;
}

const fromRow = (row: KeyRow): StoredKey => ({
  family: row.family,
  kid: row.kid,
  publicJwk: row.publicJwk,
  privateSealed: row.privateSealed,
  activatesAt: row.activatesAt.getTime(),
  retiresAt: row.retiresAt?.getTime() ?? null,
  removesAt: row.removesAt?.getTime() ?? null,
});
const time = (millis: number | null): Date | null => (millis === null ? null : new Date(millis));

/** One at a time, in every pod. */
export const lockKeys = (tx: Tx): Promise<unknown> => lock(tx, hubLocks.signingKeys);

export const listKeys = async (tx: Tx): Promise<StoredKey[]> =>
  (
    await tx.rows<KeyRow>(
      'SELECT family, kid, public_jwk, private_sealed, activates_at, retires_at, removes_at FROM signing_key ORDER BY activates_at, kid',
    )
  ).map(fromRow);

export const insertKey = (tx: Tx, key: StoredKey, createdAt: number): Promise<number> =>
  tx.execute(
    'INSERT INTO signing_key (family, kid, public_jwk, private_sealed, created_at, activates_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      key.family,
      key.kid,
      JSON.stringify(key.publicJwk),
      key.privateSealed,
      time(createdAt),
      time(key.activatesAt),
    ],
  );

export const updateKeyTimes = (
  tx: Tx,
  { family, kid }: Pick<StoredKey, 'family' | 'kid'>,
  { activatesAt, retiresAt, removesAt }: KeyTimes,
): Promise<number> =>
  tx.execute(
    'UPDATE signing_key SET activates_at = $3, retires_at = $4, removes_at = $5 WHERE family = $1 AND kid = $2',
    [family, kid, time(activatesAt), time(retiresAt), time(removesAt)],
  );

export const deleteKey = (
  tx: Tx,
  { family, kid }: Pick<StoredKey, 'family' | 'kid'>,
): Promise<number> =>
  tx.execute('DELETE FROM signing_key WHERE family = $1 AND kid = $2', [family, kid]);
