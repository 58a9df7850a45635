import type { JWK } from 'jose';
import { lock } from '@platform/kit/database';
import type { Selectable, Tx } from '@platform/kit/database';
import { hubLocks } from '../advisory-locks.ts';
import { hub } from '../generated/tables.ts';
import type { HubTables } from '../generated/tables.ts';
import type { KeyTimes } from './key-times.ts';

type KeyColumns = Selectable<HubTables['signingKey']>;

/** A stored key. The private key is sealed. */
export interface StoredKey extends KeyTimes, Pick<KeyColumns, 'family' | 'kid' | 'privateSealed'> {
  publicJwk: JWK;
}

type KeyName = Pick<StoredKey, 'family' | 'kid'>;

const time = (millis: number | null): Date | null => (millis === null ? null : new Date(millis));

/** Serializes changes of keys across pods. */
export const lockKeys = (tx: Tx): Promise<unknown> => lock(tx, hubLocks.signingKeys);

export const listKeys = async (tx: Tx): Promise<StoredKey[]> => {
  const keys = await tx.rows(
    hub.query
      .selectFrom('signingKey')
      .select(['family', 'kid', 'publicJwk', 'privateSealed'])
      .select(['activatesAt', 'retiresAt', 'removesAt'])
      .orderBy('activatesAt')
      .orderBy('kid')
      .$narrowType<{ publicJwk: JWK }>(),
  );
  return keys.map(({ activatesAt, retiresAt, removesAt, ...key }) => ({
    ...key,
    activatesAt: activatesAt.getTime(),
    retiresAt: retiresAt?.getTime() ?? null,
    removesAt: removesAt?.getTime() ?? null,
  }));
};

export const insertKey = (
  tx: Tx,
  { family, kid, publicJwk, privateSealed, activatesAt }: StoredKey,
  createdAt: number,
): Promise<number> =>
  tx.execute(
    hub.query.insertInto('signingKey').values({
      family,
      kid,
      publicJwk: JSON.stringify(publicJwk),
      privateSealed,
      createdAt: new Date(createdAt),
      activatesAt: new Date(activatesAt),
    }),
  );

export const updateKeyTimes = (
  tx: Tx,
  { family, kid }: KeyName,
  { activatesAt, retiresAt, removesAt }: KeyTimes,
): Promise<number> =>
  tx.execute(
    hub.query
      .updateTable('signingKey')
      .set({
        activatesAt: new Date(activatesAt),
        retiresAt: time(retiresAt),
        removesAt: time(removesAt),
      })
      .where('family', '=', family)
      .where('kid', '=', kid),
  );

export const deleteKey = (tx: Tx, { family, kid }: KeyName): Promise<number> =>
  tx.execute(
    hub.query.deleteFrom('signingKey').where('family', '=', family).where('kid', '=', kid),
  );
