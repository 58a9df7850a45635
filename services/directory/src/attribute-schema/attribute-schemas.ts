import { lock, lockShared } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { LRUCache } from 'lru-cache';
import { directoryLocks } from '../advisory-locks.ts';
import type { EntityKind } from './attribute-definition.ts';
import { findSettings, listDefinitions } from './attribute-store.ts';
import { attributeSchema } from './schema.ts';
import type { AttributeSchema } from './schema.ts';

/** The schemas of tenants. Definitions are read once a version; the version is read each time, so none is out of date. */
export interface AttributeSchemas {
  /** For reads. */
  read(tx: Tx, kind: EntityKind): Promise<AttributeSchema>;
  /** For writes of metadata: it changes only after this transaction. Taken before any row is locked. */
  hold(tx: Tx, kind: EntityKind): Promise<AttributeSchema>;
}

const lockKey = (tx: Tx, kind: EntityKind): string => `${tx.context.tenantId} ${kind}`;

/** For writes of definitions: waits until no transaction writes metadata under the present ones. */
export const lockSchema = (tx: Tx, kind: EntityKind): Promise<number> =>
  lock(tx, directoryLocks.attributeSchema, lockKey(tx, kind));

/** Makes {@link AttributeSchemas}; the `max` used last are kept. */
export function attributeSchemas({ max = 1_000 } = {}): AttributeSchemas {
  const cached = new LRUCache<string, AttributeSchema>({ max });

  async function read(tx: Tx, kind: EntityKind): Promise<AttributeSchema> {
    const settings = await findSettings(tx, kind);
    const key = lockKey(tx, kind);
    const known = cached.get(key);
    if (known?.version === settings.version) return known;
    const schema = attributeSchema(
      settings,
      settings.version === 0 ? [] : await listDefinitions(tx, kind),
    );
    // A reader with an older snapshot must not put back what was before; neither may a transaction that rolls back.
    tx.afterCommit(() => {
      if ((cached.get(key)?.version ?? -1) < schema.version) cached.set(key, schema);
    });
    return schema;
  }

  return {
    read,
    async hold(tx, kind) {
      // Sent together: each statement sees what was committed before it began, which is after the lock was taken.
      const [, schema] = await Promise.all([
        lockShared(tx, directoryLocks.attributeSchema, lockKey(tx, kind)),
        read(tx, kind),
      ]);
      return schema;
    },
  };
}
