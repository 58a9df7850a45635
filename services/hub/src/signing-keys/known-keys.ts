import { defaultTenantId } from '@platform/contracts';
import type { Actor } from '@platform/contracts';
import { sharedCall } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import { listCompromisedKeys } from './document-keys.ts';
import type { CompromisedKey } from './document-keys.ts';
import { listKeys } from './key-store.ts';
import type { StoredKey } from './key-store.ts';

/** The context for changes of keys, which belong to the platform's own tenant. */
export const platformAs = (actor: Actor) => ({ tenantId: defaultTenantId, actor });

export const hubActor: Actor = { type: 'system', id: 'hub' };

const freshMs = 60_000;

/** This pod's cached keys: at most a minute old, and reloaded when another pod announces a change. */
export function knownKeys({
  db,
  bus,
  log,
  now,
}: {
  db: Pick<Database, 'read'>;
  bus: Pick<Bus, 'onHint'>;
  log: Logger;
  now: () => number;
}) {
  let stored: readonly StoredKey[] = [];
  let compromised: readonly CompromisedKey[] = [];
  let loadedAt = -Infinity;
  const loads = sharedCall(async () => {
    const begunAt = now();
    [stored, compromised] = await db.read(platformAs(hubActor), async (tx) => [
      await listKeys(tx),
      await listCompromisedKeys(tx),
    ]);
    loadedAt = begunAt;
  });
  const onHintFailure = (error: unknown): void =>
    log.warn({ err: error }, 'changed signing keys could not be read');
  bus.onHint('signing-keys', () => void loads.next().catch(onHintFailure));

  const fresh = (): readonly StoredKey[] | undefined =>
    loads.isUnderWay() || now() - loadedAt >= freshMs ? undefined : stored;

  return {
    /** Reads the keys again. */
    reload: loads.next,
    /** Returns the revoked document keys that were read with the others. */
    compromised: () => compromised,
    /** Returns the keys if they are current; undefined if they must be read. */
    fresh,
    /** Returns the keys. @throws if the first read fails; after a later failure, the cached keys stay in use */
    async get(): Promise<readonly StoredKey[]> {
      if (!fresh())
        await loads.join().catch((error: unknown) => {
          if (stored.length === 0) throw error;
          log.warn(
            { err: error },
            'signing keys could not be reloaded; the known keys stay in use',
          );
        });
      return stored;
    },
  };
}
