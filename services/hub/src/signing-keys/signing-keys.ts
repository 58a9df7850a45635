import type { JSONWebKeySet } from 'jose';
import type { Actor } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import type { Database, Tx } from '@platform/kit/database';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import { problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import { documentKeySet } from './document-keys.ts';
import { keyOpener, keySnapshot } from './key-snapshot.ts';
import type { KeySnapshot } from './key-snapshot.ts';
import { lockKeys } from './key-store.ts';
import type { StoredKey } from './key-store.ts';
import { maintainKeys, rotateKeys } from './key-succession.ts';
import type { Rotation } from './key-succession.ts';
import { hubActor, knownKeys, platformAs } from './known-keys.ts';

export { families } from './key-times.ts';
export type { Family } from './key-times.ts';
export type { Rotation } from './key-succession.ts';
export type { KeySnapshot } from './key-snapshot.ts';

export interface SigningKeysOptions {
  db: Database;
  bus: Pick<Bus, 'hint' | 'onHint'>;
  secrets: SecretBox;
  log: Logger;
  metrics: Metrics;
  rotationMs: number;
  now?: () => number;
}

export interface SigningKeys {
  /** Returns the keys, at most a minute old. @throws 503 while there is no key */
  current(): Promise<KeySnapshot>;
  /** Returns the public keys that verify documents. Revoked keys have the time from which their signatures are invalid. */
  documentKeys(): Promise<JSONWebKeySet>;
  /** Creates missing keys and deletes keys that are due. Safe to call concurrently from several pods. */
  maintain(): Promise<void>;
  /** Publishes the next key of each family, which signs within an hour; with `removeCurrent`, immediately. Returns their ids. */
  rotate(rotation: Rotation, actor: Actor): Promise<string[]>;
  /** Maintains the keys every ten minutes. The service runs the first maintenance itself, before it starts. */
  worker: Worker;
}

const maintenanceMs = 600_000;

/** The audit record of a rotation. */
const rotationAudit = (
  actor: Actor,
  kids: readonly string[],
  { wanted, removeCurrent, leakedAt }: Rotation,
): Parameters<Tx['audit']>[0] => ({
  actor,
  subject: { type: 'signing_key', id: kids[0] as string },
  data: {
    operationId: 'signingKeyRotate',
    outcome: 'success',
    status: 200,
    details: {
      families: wanted,
      removeCurrent,
      ...(leakedAt === undefined ? {} : { leakedAt: new Date(leakedAt).toISOString() }),
      kids,
    },
  },
});

/** The keys that sign tokens, documents and events. They are stored in the database, so all pods have the same ones. */
export function signingKeys({ now = Date.now, ...options }: SigningKeysOptions): SigningKeys {
  const { db, bus, secrets, log, metrics, rotationMs } = options;
  const age = metrics.gauge('hub_signing_key_age_seconds');
  metrics.gauge('hub_signing_key_rotation_seconds').set(rotationMs / 1_000);
  const succession = { secrets, rotationMs, now };
  const known = knownKeys({ db, bus, log, now });
  const privateOf = keyOpener(secrets);

  /** Changes keys under their lock; `work` returns whether it changed any. */
  async function change(actor: Actor, work: (tx: Tx) => Promise<boolean>): Promise<void> {
    const isChanged = await db.transact(platformAs(actor), async (tx) => {
      await lockKeys(tx);
      return work(tx);
    });
    if (isChanged) bus.hint('signing-keys', {});
    await known.reload();
  }

  const maintain = (): Promise<void> => change(hubActor, (tx) => maintainKeys(tx, succession));

  let latest: { of: readonly StoredKey[]; at: number; keys: KeySnapshot } | undefined;

  /** Every request needs a snapshot, so it is cached for a second, or until the keys or their states change. */
  function snapshotOf(stored: readonly StoredKey[]): KeySnapshot {
    const at = now();
    if (
      latest?.of === stored &&
      at >= latest.at &&
      at < Math.min(latest.at + 1_000, latest.keys.until)
    )
      return latest.keys;
    const keys = keySnapshot(stored, at, privateOf);
    for (const [family, since] of Object.entries(keys.activeSince))
      age.set({ family }, (at - since) / 1_000);
    latest = { of: stored, at, keys };
    return keys;
  }

  async function current(): Promise<KeySnapshot> {
    const keys = snapshotOf(known.fresh() ?? (await known.get()));
    if (!keys.signing.ES256)
      throw problem('upstream_unavailable', {
        detail: 'No signing key is available yet; retry in a moment',
      });
    return keys;
  }

  return {
    current,
    documentKeys: async () => documentKeySet((await current()).published, known.compromised()),
    maintain,
    async rotate(rotation, actor) {
      let kids: string[] = [];
      await change(actor, async (tx) => {
        kids = await rotateKeys(tx, succession, rotation);
        await tx.audit(rotationAudit(actor, kids, rotation));
        return true;
      });
      return kids;
    },
    worker: every(maintenanceMs, 'signing keys', log, maintain, { isDone: true }),
  };
}
