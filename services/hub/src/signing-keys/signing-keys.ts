import { defaultTenantId } from '@platform/contracts';
import type { Actor } from '@platform/contracts';
import { sharedRun } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import type { Database, Tx } from '@platform/kit/database';
import type { Logger } from '@platform/kit/log';
import type { Metrics } from '@platform/kit/metrics';
import { problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import type { JSONWebKeySet, JWK } from 'jose';
import { makeKey, openKey } from './key-generation.ts';
import { deleteKey, insertKey, listKeys, lockKeys, updateKeyTimes } from './key-store.ts';
import type { StoredKey } from './key-store.ts';
import { families, nextKey, prePublishedMs, retiredMs, keyStateOf } from './key-times.ts';
import type { Family } from './key-times.ts';

export { families } from './key-times.ts';
export type { Family } from './key-times.ts';

/** The keys at one moment. */
export interface KeySnapshot {
  /** Changes when another key signs: what was built with an older one is built anew. */
  generation: string;
  /** The private half of each family's active key. */
  signing: Partial<Record<Family, JWK>>;
  /** What verifiers may need. */
  published: JSONWebKeySet;
  activeSince: Partial<Record<Family, number>>;
}

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
  /** Makes what is missing and drops what is due. Safe from any number of pods at once. */
  maintain(): Promise<void>;
  /** Publishes the next key of these families, to sign within the hour; with `removeCurrent` it signs at once, and the one before is gone. */
  rotate(wanted: readonly Family[], removeCurrent: boolean, actor: Actor): Promise<string[]>;
  worker: Worker;
}

const freshMs = 60_000;
const maintenanceMs = 600_000;
const system: Actor = { type: 'system', id: 'hub' };
const keptKey = ({ family }: StoredKey): boolean => family === 'documents';

export function signingKeys({
  db,
  bus,
  secrets,
  log,
  metrics,
  rotationMs,
  now = Date.now,
}: SigningKeysOptions): SigningKeys {
  const age = metrics.gauge('hub_signing_key_age_seconds');
  metrics.gauge('hub_signing_key_rotation_seconds').set(rotationMs / 1_000);
  let stored: readonly StoredKey[] = [];
  let loadedAt = -Infinity;
  const opened = new Map<string, JWK>();
  const platform = (actor: Actor) => ({ tenantId: defaultTenantId, actor });

  const loads = sharedRun(async () => {
    const begunAt = now();
    stored = await db.read(platform(system), listKeys);
    loadedAt = begunAt;
  });

  bus.onHint(
    'signing-keys',
    () =>
      void loads
        .anew()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'changed signing keys could not be read'),
        ),
  );

  function privateOf(key: StoredKey): JWK {
    let jwk = opened.get(key.kid);
    if (!jwk) opened.set(key.kid, (jwk = openKey(key, secrets)));
    return jwk;
  }

  function snapshot(): KeySnapshot {
    const at = now();
    const live = stored.filter((key) => keyStateOf(key, at) !== 'removed');
    const active = families.flatMap((family) =>
      live.filter((key) => key.family === family && keyStateOf(key, at) === 'active').slice(-1),
    );
    for (const key of active) age.set({ family: key.family }, (at - key.activatesAt) / 1000);
    return {
      generation: active.map((key) => key.kid).join(' '),
      signing: Object.fromEntries(active.map((key) => [key.family, privateOf(key)])),
      activeSince: Object.fromEntries(active.map((key) => [key.family, key.activatesAt])),
      published: { keys: live.map((key) => key.publicJwk) },
    };
  }

  /** Writes a key that signs from `activatesAt` on, and ends the ones before it then. */
  async function succeed(
    tx: Tx,
    family: Family,
    keys: readonly StoredKey[],
    activatesAt: number,
  ): Promise<StoredKey> {
    const key = await makeKey(family, activatesAt, secrets);
    await insertKey(tx, key, now());
    await retire(tx, keys, activatesAt);
    return key;
  }

  async function retire(tx: Tx, keys: readonly StoredKey[], retiresAt: number): Promise<void> {
    for (const key of keys.filter((k) => k.retiresAt === null || k.retiresAt > retiresAt)) {
      await updateKeyTimes(tx, key, {
        ...key,
        retiresAt,
        removesAt: keptKey(key) ? null : retiresAt + retiredMs,
      });
    }
  }

  async function maintainFamily(
    tx: Tx,
    family: Family,
    all: readonly StoredKey[],
  ): Promise<boolean> {
    const keys = all.filter((key) => key.family === family);
    const due = keys.filter((key) => keyStateOf(key, now()) === 'removed');
    for (const key of due) await deleteKey(tx, key);
    const next = nextKey(keys, now(), rotationMs);
    if (next.kind !== 'none')
      await succeed(tx, family, keys, next.kind === 'first' ? now() : next.activatesAt);
    return due.length > 0 || next.kind !== 'none';
  }

  async function changed(work: (tx: Tx) => Promise<boolean>, actor: Actor): Promise<void> {
    const isChanged = await db.transact(platform(actor), async (tx) => {
      await lockKeys(tx);
      return work(tx);
    });
    if (isChanged) bus.hint('signing-keys', {});
    await loads.anew();
  }

  const maintain = (): Promise<void> =>
    changed(async (tx) => {
      const keys = await listKeys(tx);
      const results: boolean[] = [];
      for (const family of families) results.push(await maintainFamily(tx, family, keys));
      return results.includes(true);
    }, system);

  async function rotateFamily(
    tx: Tx,
    family: Family,
    all: readonly StoredKey[],
    removeCurrent: boolean,
  ): Promise<string> {
    const at = now();
    const keys = all.filter((key) => key.family === family);
    const waiting = keys.find((key) => keyStateOf(key, at) === 'pre_published');
    // Verifiers must have seen a key before it signs; only where the old one leaked there is no time for it.
    if (!removeCurrent)
      return (waiting ?? (await succeed(tx, family, keys, at + prePublishedMs))).kid;
    for (const key of keys.filter((k) => keyStateOf(k, at) === 'active')) await deleteKey(tx, key);
    if (!waiting) return (await succeed(tx, family, [], at)).kid;
    await updateKeyTimes(tx, waiting, { activatesAt: at, retiresAt: null, removesAt: null });
    return waiting.kid;
  }

  return {
    async current() {
      if (loads.isUnderWay() || now() - loadedAt >= freshMs)
        await loads.join().catch((error: unknown) => {
          if (stored.length === 0) throw error;
          log.warn(
            { err: error },
            'signing keys could not be reloaded; the known keys stay in use',
          );
        });
      const keys = snapshot();
      if (!keys.signing.ES256)
        throw problem('upstream_unavailable', {
          detail: 'No signing key is available yet; retry in a moment',
        });
      return keys;
    },
    maintain,
    async rotate(wanted, removeCurrent, actor) {
      const kids: string[] = [];
      await changed(async (tx) => {
        const keys = await listKeys(tx);
        for (const family of wanted) kids.push(await rotateFamily(tx, family, keys, removeCurrent));
        await tx.audit({
          actor,
          subject: { type: 'signing_key', id: kids[0] as string },
          data: {
            operationId: 'signingKeyRotate',
            outcome: 'success',
            status: 200,
            details: { families: wanted, kids, removeCurrent },
          },
        });
        return true;
      }, actor);
      return kids;
    },
    worker: every(maintenanceMs, 'signing keys', log, maintain),
  };
}
