import type { Actor, CapabilityFamilies, EntitlementResource } from '@platform/contracts';
import type { RowBucket } from '@platform/kit/upkeep';
import type { Database, Tx } from '@platform/kit/database';
import { problemWithReason, problem } from '@platform/kit/problem';
import { entitlementBucket } from './entitlement-bucket.ts';
import { entitlementsOf } from './entitlement-rules.ts';
import { ensureSet, findSet, publishSet } from './entitlement-set.ts';
import type { EntitlementOptions, EntitlementSet } from './entitlement-set.ts';
import { endOver, listEntitlements, lockSet, putEntitlement } from './entitlement-store.ts';

/** An operator's decision on one family. */
export interface EntitlementChange {
  entitled: boolean;
  reason: string;
  expiresAt: string | null;
}

const system = { type: 'system', id: 'fga' } as const;

/** The entitlements of tenants, shared with siblings and published on the bus. */
export interface Entitlements {
  /** The current set. An unknown tenant gets the default one. */
  ensure(tx: Tx): Promise<EntitlementSet>;
  /** The current set; undefined for an unknown tenant. */
  find(tx: Tx): Promise<EntitlementSet | undefined>;
  /** The set of a tenant, in a transaction of its own. */
  of(tenantId: string, actor?: Actor): Promise<EntitlementSet>;
  /** Grants or revokes a family by the operator's decision. */
  put(tx: Tx, family: string, change: EntitlementChange): Promise<EntitlementResource>;
  /** Ends expired decisions of operators. */
  sweep(): Promise<void>;
  bucket: RowBucket;
}

export const entitlements = (options: EntitlementOptions): Entitlements => ({
  ensure: (tx) => ensureSet(options, tx),
  find: (tx) => findSet(options, tx),
  async of(tenantId, actor = system) {
    const { db } = options;
    const context = { tenantId, actor };
    const known = await db.read(context, (tx) => findSet(options, tx));
    return known ?? db.transact(context, (tx) => ensureSet(options, tx));
  },
  put: (tx, family, change) => putFamily(options, tx, family, change),
  sweep: () => endGrants(options),
  bucket: entitlementBucket(options),
});

async function putFamily(
  options: EntitlementOptions,
  tx: Tx,
  family: string,
  { entitled, reason, expiresAt }: EntitlementChange,
): Promise<EntitlementResource> {
  const isFixed = checkFamily(options.families, family, entitled);
  await ensureSet(options, tx);
  // The lock comes first: the compared rows must not change.
  await lockSet(tx);
  const before = (await findSet(options, tx))!;
  const inSet = (set: EntitlementSet): EntitlementResource =>
    set.entitlements.find((e) => e.family === family)!;
  if (isFixed) return inSet(before);
  await putEntitlement(tx, { family, granted: entitled, reason, expiresAt });
  const origin = { actor: tx.context.actor, family, reason };
  return inSet(await publishSet(options, tx, before.entitlements, origin));
}

/**
 * True for a family that is always or never on, which can only be set to its own value. @throws 404
 * for an unknown family
 */
function checkFamily(families: CapabilityFamilies, family: string, entitled: boolean): boolean {
  const policy = Object.hasOwn(families, family) ? families[family] : undefined;
  if (!policy) throw problem('not_found', { detail: 'No such capability family was found' });
  if (policy.enable === 'entitled') return false;
  const isAlways = policy.enable === 'always';
  if (isAlways === entitled) return true;
  throw problem('invalid_state', {
    detail: isAlways ? 'The family is always enabled' : 'The family is never enabled',
  });
}

async function endGrants(options: EntitlementOptions): Promise<void> {
  for (const tenantId of await tenantsOverdue(options.db))
    await options.db.transact({ tenantId, actor: system }, (tx) => endGrantsOf(options, tx));
}

const tenantsOverdue = async (db: Database): Promise<string[]> => {
  const rows = await db.work((tx) =>
    tx.rows<{ tenantId: string }>(
      'SELECT DISTINCT tenant_id FROM entitlements WHERE expires_at <= now()',
    ),
  );
  return rows.map((row) => row.tenantId);
};

async function endGrantsOf(options: EntitlementOptions, tx: Tx): Promise<void> {
  await lockSet(tx);
  const over = await endOver(tx);
  if (over.length === 0) return;
  const ended = new Map(over.map(({ family, granted }) => [family, granted]));
  const before = (await listEntitlements(tx)).map((row) => ({
    ...row,
    granted: ended.get(row.family) ?? row.granted,
  }));
  await publishSet(options, tx, entitlementsOf(options.families, before), {
    actor: system,
    reason: null,
  });
}

/** @throws 422 unless the end is in the future */
export function checkedEnd(expiresAt: string | null | undefined, now = Date.now()): string | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  if (!(Date.parse(expiresAt) > now))
    throw problemWithReason('validation_failed', {
      pointer: '/expiresAt',
      code: 'invalid_format',
      detail: 'must be in the future',
    });
  return expiresAt;
}
