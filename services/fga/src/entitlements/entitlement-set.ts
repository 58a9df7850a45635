import type { Actor, CapabilityFamilies, EntitlementResource } from '@platform/contracts';
import { isPurged } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { differing, entitlementsOf } from './entitlement-rules.ts';
import {
  findEntitlementRevision,
  insertDefaults,
  insertSet,
  listEntitlements,
  raiseEntitlementRevision,
} from './entitlement-store.ts';

/** The entitlements of a tenant, at one revision. */
export interface EntitlementSet {
  revision: number;
  entitlements: EntitlementResource[];
}

export interface EntitlementOptions {
  db: Database;
  families: CapabilityFamilies;
  defaults: ReadonlySet<string>;
}

const presentEntitlements = async (
  { families }: EntitlementOptions,
  tx: Tx,
): Promise<EntitlementResource[]> => entitlementsOf(families, await listEntitlements(tx));

/** The current set; undefined for an unknown tenant. */
export async function findSet(
  options: EntitlementOptions,
  tx: Tx,
): Promise<EntitlementSet | undefined> {
  const [revision, entitlements] = await Promise.all([
    findEntitlementRevision(tx),
    presentEntitlements(options, tx),
  ]);
  return revision === undefined ? undefined : { revision, entitlements };
}

/** The current set. An unknown tenant gets the default one. */
export async function ensureSet(options: EntitlementOptions, tx: Tx): Promise<EntitlementSet> {
  if (await isPurged(tx)) throw problem('not_found', { detail: 'The tenant was not found' });
  if (await insertSet(tx)) {
    const granted = Object.entries(options.families)
      .filter(([, { enable }]) => enable === 'entitled')
      .map(([family]) => ({ family, entitled: options.defaults.has(family) }));
    await insertDefaults(tx, granted);
    await shareSet(tx, { revision: 1, entitlements: await presentEntitlements(options, tx) });
  }
  return (await findSet(options, tx))!;
}

/** Gives the current set its next revision, greater than `atLeast`, and shares it. */
export async function raiseSet(
  options: EntitlementOptions,
  tx: Tx,
  atLeast?: number,
): Promise<EntitlementSet> {
  const set = {
    revision: await raiseEntitlementRevision(tx, atLeast),
    entitlements: await presentEntitlements(options, tx),
  };
  await shareSet(tx, set);
  return set;
}

/** Gateway and hub read the bucket while this service is unavailable. */
const shareSet = (tx: Tx, { revision, entitlements }: EntitlementSet): Promise<void> =>
  tx.putEntry('entitlements', tx.context.tenantId, {
    version: revision,
    revision,
    families: entitlements.map(({ family, entitled, areas }) => ({ family, entitled, areas })),
  });

/**
 * Who changed entitlements and why. `family` is published even if the change has no effect on it.
 */
interface ChangeOrigin {
  actor: Actor;
  family?: string;
  reason: string | null;
}

/** Creates the next revision of a changed set, and publishes every family that changed. */
export async function publishSet(
  options: EntitlementOptions,
  tx: Tx,
  before: readonly EntitlementResource[],
  { actor, family, reason }: ChangeOrigin,
): Promise<EntitlementSet> {
  const after = await raiseSet(options, tx);
  const named = family === undefined ? [] : [family];
  for (const changed of new Set([...named, ...differing(before, after.entitlements)])) {
    const { entitled } = after.entitlements.find((e) => e.family === changed)!;
    await tx.publish({
      type: 'entitlement.changed',
      subject: { type: 'tenant', id: tx.context.tenantId },
      data: { family: changed, entitled, reason, actor },
    });
  }
  return after;
}
