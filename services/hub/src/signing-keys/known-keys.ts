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

/** Keys belong to the platform, and so to its own tenant. */
export const platformAs = (actor: Actor) => ({ tenantId: defaultTenantId, actor });

/** The hub itself. */
export const hubActor: Actor = { type: 'system', id: 'hub' };

const freshMs = 60_000;

/** The keys as this pod has read them: at most a minute ago, or when another pod last told of a change. */
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
    /** Reads them anew. */
    reload: loads.next,
    /** Document keys that were revoked, as they were read with the others. */
    compromised: () => compromised,
    /** Those that need not be read anew. */
    fresh,
    /** @throws what the first reading fails with; later ones leave the known keys in use */
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
