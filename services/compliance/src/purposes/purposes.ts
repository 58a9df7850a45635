import { isDeepStrictEqual } from 'node:util';
import type { PutConsentPurposeRequest } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import { problemWithReason, found } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import type { RequireReconsent } from '../reconsent-floor.ts';
import {
  purposeContentOf,
  implicitContent,
  isNewVersion,
  purposeResource,
} from './purpose-content.ts';
import {
  findPurpose,
  insertPurpose,
  insertPurposeVersion,
  lockPurpose,
  lockPurposes,
  retirePurposeRow,
  updatePurposeVersion,
  updateTranslations,
} from './purpose-store.ts';
import type { PurposeRow } from './purpose-store.ts';

export { findPurpose, listPurposesByKey } from './purpose-store.ts';
export type { PurposeRow } from './purpose-store.ts';

const maxPurposes = 500;

type IfMatch = (version: string | undefined) => void;

async function existing(tx: Tx, purposeKey: string): Promise<PurposeRow> {
  return found(await findPurpose(tx, purposeKey));
}

function requireRoom(purposes: number): void {
  if (purposes < maxPurposes) return;
  throw problemWithReason('limit_exceeded', {
    code: 'limit_exceeded',
    detail: `A tenant can have at most ${maxPurposes} consent purposes`,
  });
}

async function createPurpose(
  tx: Tx,
  purposeKey: string,
  body: PutConsentPurposeRequest,
  now: Date,
): Promise<void> {
  await insertPurpose(tx, { purposeKey, source: 'declared', version: 1 });
  await insertPurposeVersion(tx, {
    purposeKey,
    version: 1,
    content: purposeContentOf(body),
    translations: body.translations,
    requiresReconsent: body.requiresReconsent,
    effectiveAt: body.effectiveAt === undefined ? now : new Date(body.effectiveAt),
  });
}

/** Adds a version, and starts the walk if people must agree again. */
async function addVersion(
  tx: Tx,
  before: PurposeRow,
  body: PutConsentPurposeRequest,
  { now, requireReconsent }: { now: Date; requireReconsent: RequireReconsent },
): Promise<void> {
  const { purposeKey } = before;
  const version = before.version + 1;
  const minVersion = body.requiresReconsent ? version : before.minVersion;
  await insertPurposeVersion(tx, {
    purposeKey,
    version,
    content: purposeContentOf(body),
    translations: body.translations,
    requiresReconsent: body.requiresReconsent,
    effectiveAt: body.effectiveAt === undefined ? now : new Date(body.effectiveAt),
  });
  await updatePurposeVersion(tx, { purposeKey, version, minVersion });
  if (body.requiresReconsent) await requireReconsent(tx, { kind: 'purpose', purposeKey, version });
}

/** Locks a purpose, or the list of purposes if it does not exist. */
async function lockedPurpose(tx: Tx, purposeKey: string): Promise<PurposeRow | undefined> {
  if (await lockPurpose(tx, purposeKey)) return findPurpose(tx, purposeKey);
  await lockPurposes(tx);
  return (await lockPurpose(tx, purposeKey)) ? findPurpose(tx, purposeKey) : undefined;
}

/** Creates a purpose or replaces its content; changed content is a new version. */
export async function putPurpose(
  tx: Tx,
  purposeKey: string,
  body: PutConsentPurposeRequest,
  { ifMatch, requireReconsent }: { ifMatch: IfMatch; requireReconsent: RequireReconsent },
): Promise<PurposeRow> {
  const before = await lockedPurpose(tx, purposeKey);
  ifMatch(before && contentVersion(purposeResource(before)));
  const now = await databaseNow(tx);
  if (!before) {
    requireRoom(await lockPurposes(tx));
    await createPurpose(tx, purposeKey, body, now);
  } else if (before.state === 'retired' || isNewVersion(before, body))
    await addVersion(tx, before, body, { now, requireReconsent });
  else if (!isDeepStrictEqual(before.translations, body.translations))
    await updateTranslations(tx, { ...before, translations: body.translations });
  return existing(tx, purposeKey);
}

/** Retires a purpose. Its consents stay as proof. */
export async function retirePurpose(tx: Tx, purposeKey: string, ifMatch: IfMatch): Promise<void> {
  const before = found(
    (await lockPurpose(tx, purposeKey)) ? await findPurpose(tx, purposeKey) : undefined,
  );
  ifMatch(contentVersion(purposeResource(before)));
  if (before.state === 'active') await retirePurposeRow(tx, purposeKey);
}

/** Returns the purpose of a consent; registers it with the first consent. */
export async function registeredPurpose(
  tx: Tx,
  { purposeKey, version = 1 }: { purposeKey: string; version?: number },
): Promise<PurposeRow> {
  const known = await findPurpose(tx, purposeKey);
  if (known) return known;
  const purposes = await lockPurposes(tx);
  // A concurrent grant may have registered it and taken the last place.
  const raced = await findPurpose(tx, purposeKey);
  if (raced) return raced;
  requireRoom(purposes);
  await insertPurpose(tx, { purposeKey, source: 'implicit', version });
  await insertPurposeVersion(tx, {
    purposeKey,
    version,
    content: implicitContent(purposeKey),
    translations: {},
    requiresReconsent: false,
    effectiveAt: await databaseNow(tx),
  });
  return existing(tx, purposeKey);
}
