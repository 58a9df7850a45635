import type { Actor, CapabilityFamilies, EntitlementResource } from '@platform/contracts';
import type { RowBucket } from '@platform/kit/upkeep';
import type { Database, Tx } from '@platform/kit/database';
import { because, problem } from '@platform/kit/problem';
import { entitlementBucket } from './entitlement-bucket.ts';
import { entitlementsOf } from './entitlement-rules.ts';
import { ensureSet, findSet, publishSet } from './entitlement-set.ts';
import type { EntitlementOptions, EntitlementSet } from './entitlement-set.ts';
import { endOver, listEntitlements, lockSet, putEntitlement } from './entitlement-store.ts';

/** What the operator says of one family. */
export interface EntitlementChange {
  entitled: boolean;
  reason: string;
  expiresAt: string | null;
}

const system = { type: 'system', id: 'fga' } as const;

/** What tenants are entitled to, shared with siblings and published on the bus. */
export interface Entitlements {
  /** The set; a tenant that was never seen gets the default one. */
  ensure(tx: Tx): Promise<EntitlementSet>;
  /** The set as it is; undefined for a tenant that was never seen. */
  find(tx: Tx): Promise<EntitlementSet | undefined>;
  /** The set of a tenant, read where it is known. */
  of(tenantId: string, actor?: Actor): Promise<EntitlementSet>;
  /** The operator gives a family or takes it away. */
  put(tx: Tx, family: string, change: EntitlementChange): Promise<EntitlementResource>;
  /** Ends grants of the operator whose time is over. */
  sweep(): Promise<void>;
  bucket: RowBucket;
}

/** Keeps what tenants are entitled to. */
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
  // The lock first: what is compared must not change under it.
  await lockSet(tx);
  const before = (await findSet(options, tx))!;
  const inSet = (set: EntitlementSet): EntitlementResource =>
    set.entitlements.find((e) => e.family === family)!;
  if (isFixed) return inSet(before);
  await putEntitlement(tx, { family, granted: entitled, reason, expiresAt });
  const origin = { actor: tx.context.actor, family, reason };
  return inSet(await publishSet(options, tx, before.entitlements, origin));
}

/** True for a family that is always or never on, which can only be put as it is; 404 for none. */
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

/** 422 unless the end lies ahead. */
export function checkedEnd(expiresAt: string | null | undefined, now = Date.now()): string | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  if (!(Date.parse(expiresAt) > now))
    throw because('validation_failed', {
      pointer: '/expiresAt',
      code: 'invalid_format',
      detail: 'must be in the future',
    });
  return expiresAt;
}
