import { lock, lockShared } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { LRUCache } from 'lru-cache';
import { directoryLocks } from '../advisory-locks.ts';
import type { EntityKind } from './attribute-definition.ts';
import { findSettings, listDefinitions } from './attribute-store.ts';
import { attributeSchema } from './schema.ts';
import type { AttributeSchema } from './schema.ts';

/**
 * The schemas of tenants. Definitions are cached by version; the version is read each time, so the
 * cache is never stale.
 */
export interface AttributeSchemas {
  /** For reads. */
  read(tx: Tx, kind: EntityKind): Promise<AttributeSchema>;
  /**
   * For writes of metadata: the schema cannot change until the transaction ends. Call it before any
   * row is locked.
   */
  hold(tx: Tx, kind: EntityKind): Promise<AttributeSchema>;
}

const lockKey = (tx: Tx, kind: EntityKind): string => `${tx.context.tenantId} ${kind}`;

/** For writes of definitions: waits until no transaction writes metadata under the current ones. */
export const lockSchema = (tx: Tx, kind: EntityKind): Promise<number> =>
  lock(tx, directoryLocks.attributeSchema, lockKey(tx, kind));

/** Creates the cache, which keeps the `max` most recently used schemas. */
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
    // A reader with an older snapshot must not restore a previous version, nor may a transaction
    // that rolls back.
    tx.afterCommit(() => {
      if ((cached.get(key)?.version ?? -1) < schema.version) cached.set(key, schema);
    });
    return schema;
  }

  return {
    read,
    async hold(tx, kind) {
      // Pipelined: each statement sees what was committed before it began, which is after the lock
      // was acquired.
      const [, schema] = await Promise.all([
        lockShared(tx, directoryLocks.attributeSchema, lockKey(tx, kind)),
        read(tx, kind),
      ]);
      return schema;
    },
  };
}
