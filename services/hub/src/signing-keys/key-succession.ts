import type { Tx } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import { insertCompromisedKey } from './document-keys.ts';
import { makeKey } from './key-generation.ts';
import { deleteKey, insertKey, listKeys, updateKeyTimes } from './key-store.ts';
import type { StoredKey } from './key-store.ts';
import {
  families,
  keyStateOf,
  nextKey,
  platformLine,
  prePublishedMs,
  retiredMs,
} from './key-times.ts';
import type { Family, KeyLine } from './key-times.ts';

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
  line: KeyLine,
  { keys, activatesAt }: { keys: readonly StoredKey[]; activatesAt: number },
): Promise<StoredKey> {
  const key = await makeKey(line, activatesAt, secrets);
  await insertKey(tx, key, now());
  await retire(tx, keys, activatesAt);
  return key;
}

const isOf =
  ({ family, alg }: KeyLine) =>
  (key: StoredKey): boolean =>
    key.family === family && key.publicJwk.alg === alg;

/** Makes what a line lacks and deletes what is due; the keys must be locked. Returns whether anything changed. */
export async function maintainLine(
  tx: Tx,
  succession: Succession,
  line: KeyLine,
  all: readonly StoredKey[],
): Promise<boolean> {
  const { now, rotationMs } = succession;
  const keys = all.filter(isOf(line));
  const due = keys.filter((key) => keyStateOf(key, now()) === 'removed');
  for (const key of due) await deleteKey(tx, key);
  const next = nextKey(keys, now(), rotationMs);
  if (next.kind !== 'none') {
    const activatesAt = next.kind === 'first' ? now() : next.activatesAt;
    await succeed(tx, succession, line, { keys, activatesAt });
  }
  return due.length > 0 || next.kind !== 'none';
}

/** Maintains every family of the platform: see {@link maintainLine}. */
export async function maintainKeys(tx: Tx, succession: Succession): Promise<boolean> {
  const keys = await listKeys(tx);
  let isChanged = false;
  for (const family of families)
    isChanged = (await maintainLine(tx, succession, platformLine(family), keys)) || isChanged;
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

/** Has the next key of a line sign, soon or immediately; the keys must be locked. Returns its id. */
export async function rotateLine(
  tx: Tx,
  succession: Succession,
  line: KeyLine,
  { all, removeCurrent, leakedAt }: Omit<Rotation, 'wanted'> & { all: readonly StoredKey[] },
): Promise<string> {
  const at = succession.now();
  const keys = all.filter(isOf(line));
  const waiting = keys.find((key) => keyStateOf(key, at) === 'pre_published');
  // Verifiers must have fetched a key before it signs. Only a leaked key is replaced immediately.
  if (!removeCurrent) {
    if (waiting) return waiting.kid;
    return (await succeed(tx, succession, line, { keys, activatesAt: at + prePublishedMs })).kid;
  }
  for (const key of keys.filter((k) => keyStateOf(k, at) === 'active')) {
    if (isKept(key)) await insertCompromisedKey(tx, key, Math.min(leakedAt ?? at, at));
    await deleteKey(tx, key);
  }
  if (!waiting) return (await succeed(tx, succession, line, { keys: [], activatesAt: at })).kid;
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
    kids.push(await rotateLine(tx, succession, platformLine(family), { ...rotation, all }));
  return kids;
}
