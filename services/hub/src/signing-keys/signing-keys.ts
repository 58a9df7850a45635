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
  /** Read at most a minute ago, or when another pod last told of a change. */
  current(): Promise<KeySnapshot>;
  /** The public keys that verify documents, revoked ones with the moment from which they do not count. */
  documentKeys(): Promise<JSONWebKeySet>;
  /** Makes what is missing and drops what is due. Safe from any number of pods at once. */
  maintain(): Promise<void>;
  /** Publishes the next key of each family, to sign within the hour; with `removeCurrent`, it signs immediately. Returns their ids. */
  rotate(rotation: Rotation, actor: Actor): Promise<string[]>;
  /** Maintains them every ten minutes from now on: the service does so itself before it starts. */
  worker: Worker;
}

const maintenanceMs = 600_000;

/** Who had which keys rotated, in the audit log. */
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

/** The keys that sign tokens, documents and events: kept in the database, the same for all pods. */
export function signingKeys({ now = Date.now, ...options }: SigningKeysOptions): SigningKeys {
  const { db, bus, secrets, log, metrics, rotationMs } = options;
  const age = metrics.gauge('hub_signing_key_age_seconds');
  metrics.gauge('hub_signing_key_rotation_seconds').set(rotationMs / 1_000);
  const succession = { secrets, rotationMs, now };
  const known = knownKeys({ db, bus, log, now });
  const privateOf = keyOpener(secrets);

  /** Changes keys under their lock; `work` returns whether it did. */
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

  /** Each request asks: a snapshot is made once a second, and whenever the keys or their states change. */
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
