import type { Tx } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import { insertCompromisedKey } from './document-keys.ts';
import { makeKey } from './key-generation.ts';
import { deleteKey, insertKey, listKeys, updateKeyTimes } from './key-store.ts';
import type { StoredKey } from './key-store.ts';
import { families, keyStateOf, nextKey, prePublishedMs, retiredMs } from './key-times.ts';
import type { Family } from './key-times.ts';

/** The options of key rotation. */
export interface Succession {
  secrets: SecretBox;
  rotationMs: number;
  now: () => number;
}

/** Document keys stay published, because documents must verify for years. */
const isKept = ({ family }: StoredKey): boolean => family === 'documents';

async function retire(tx: Tx, keys: readonly StoredKey[], retiresAt: number): Promise<void> {
  for (const key of keys.filter((k) => k.retiresAt === null || k.retiresAt > retiresAt)) {
    await updateKeyTimes(tx, key, {
      ...key,
      retiresAt,
      removesAt: isKept(key) ? null : retiresAt + retiredMs,
    });
  }
}

/** Creates a key that signs from `activatesAt`, when the earlier keys retire. */
async function succeed(
  tx: Tx,
  { secrets, now }: Succession,
  family: Family,
  { keys, activatesAt }: { keys: readonly StoredKey[]; activatesAt: number },
): Promise<StoredKey> {
  const key = await makeKey(family, activatesAt, secrets);
  await insertKey(tx, key, now());
  await retire(tx, keys, activatesAt);
  return key;
}

async function maintainFamily(
  tx: Tx,
  succession: Succession,
  family: Family,
  all: readonly StoredKey[],
): Promise<boolean> {
  const { now, rotationMs } = succession;
  const keys = all.filter((key) => key.family === family);
  const due = keys.filter((key) => keyStateOf(key, now()) === 'removed');
  for (const key of due) await deleteKey(tx, key);
  const next = nextKey(keys, now(), rotationMs);
  if (next.kind !== 'none') {
    const activatesAt = next.kind === 'first' ? now() : next.activatesAt;
    await succeed(tx, succession, family, { keys, activatesAt });
  }
  return due.length > 0 || next.kind !== 'none';
}

/** Creates missing keys and deletes keys that are due. The keys must be locked. Returns whether anything changed. */
export async function maintainKeys(tx: Tx, succession: Succession): Promise<boolean> {
  const keys = await listKeys(tx);
  let isChanged = false;
  for (const family of families)
    isChanged = (await maintainFamily(tx, succession, family, keys)) || isChanged;
  return isChanged;
}

/** A rotation that an operator requests. */
export interface Rotation {
  /** The families to rotate. */
  wanted: readonly Family[];
  /** Whether the current key leaked, so that the next one must sign immediately. */
  removeCurrent: boolean;
  /** When a document key leaked, in epoch milliseconds. Default: now. */
  leakedAt?: number | undefined;
}

async function rotateFamily(
  tx: Tx,
  succession: Succession,
  family: Family,
  { all, removeCurrent, leakedAt }: Rotation & { all: readonly StoredKey[] },
): Promise<string> {
  const at = succession.now();
  const keys = all.filter((key) => key.family === family);
  const waiting = keys.find((key) => keyStateOf(key, at) === 'pre_published');
  // Verifiers must have fetched a key before it signs. Only a leaked key is replaced immediately.
  if (!removeCurrent) {
    if (waiting) return waiting.kid;
    return (await succeed(tx, succession, family, { keys, activatesAt: at + prePublishedMs })).kid;
  }
  for (const key of keys.filter((k) => keyStateOf(k, at) === 'active')) {
    if (isKept(key)) await insertCompromisedKey(tx, key, Math.min(leakedAt ?? at, at));
    await deleteKey(tx, key);
  }
  if (!waiting) return (await succeed(tx, succession, family, { keys: [], activatesAt: at })).kid;
  await updateKeyTimes(tx, waiting, { activatesAt: at, retiresAt: null, removesAt: null });
  return waiting.kid;
}

/** Activates the next key of each requested family, after pre-publication or immediately. The keys must be locked. Returns their ids. */
export async function rotateKeys(
  tx: Tx,
  succession: Succession,
  rotation: Rotation,
): Promise<string[]> {
  const all = await listKeys(tx);
  const kids: string[] = [];
  for (const family of rotation.wanted)
    kids.push(await rotateFamily(tx, succession, family, { ...rotation, all }));
  return kids;
}
