import type { Actor, CapabilityFamilies, EntitlementResource } from '@platform/contracts';
import type { RowBucket } from '@platform/kit/bucket-audit';
import { isPurged } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { because, problem } from '@platform/kit/problem';
import { differing, entitlementsOf } from './entitlement-rules.ts';
import {
  endOver,
  findEntitlementRevision,
  insertDefaults,
  insertSet,
  listEntitlements,
  lockSet,
  putEntitlement,
  raiseEntitlementRevision,
} from './entitlement-store.ts';

/** What a tenant is entitled to, and which change of it this is. */
export interface EntitlementSet {
  revision: number;
  entitlements: EntitlementResource[];
}

/** What the operator says of one family. */
export interface EntitlementChange {
  entitled: boolean;
  reason: string;
  expiresAt: string | null;
}

/** What {@link entitlements} needs. */
export interface EntitlementOptions {
  db: Database;
  families: CapabilityFamilies;
  defaults: ReadonlySet<string>;
}

const system = { type: 'system', id: 'fga' } as const;

/** Keeps what tenants are entitled to, and tells siblings and the bus. */
export function entitlements({ db, families, defaults }: EntitlementOptions) {
  const present = async (tx: Tx): Promise<EntitlementResource[]> =>
    entitlementsOf(families, await listEntitlements(tx));

  /** The bucket gets what gateway and hub ask for while this service is away. */
  async function share(tx: Tx, { revision, entitlements: all }: EntitlementSet): Promise<void> {
    await tx.putEntry('entitlements', tx.context.tenantId, {
      version: revision,
      revision,
      families: all.map(({ family, entitled, areas }) => ({ family, entitled, areas })),
    });
  }

  /** The set as it is; undefined for a tenant that was never seen. */
  async function find(tx: Tx): Promise<EntitlementSet | undefined> {
    const revision = await findEntitlementRevision(tx);
    return revision === undefined ? undefined : { revision, entitlements: await present(tx) };
  }

  /** The set; a tenant that was never seen gets the default one. */
  async function ensure(tx: Tx): Promise<EntitlementSet> {
    if (await isPurged(tx)) throw problem('not_found', { detail: 'The tenant was not found' });
    if (await insertSet(tx)) {
      await insertDefaults(
        tx,
        Object.entries(families)
          .filter(([, { enable }]) => enable === 'entitled')
          .map(([family]) => ({ family, entitled: defaults.has(family) })),
      );
      await share(tx, { revision: 1, entitlements: await present(tx) });
    }
    return (await find(tx))!;
  }

  async function change(
    tx: Tx,
    before: readonly EntitlementResource[],
    { actor, family, reason }: { actor: Actor; family?: string; reason: string | null },
  ): Promise<EntitlementSet> {
    const after = { revision: await raiseEntitlementRevision(tx), entitlements: await present(tx) };
    await share(tx, after);
    const { publish } = tx;
    for (const changed of new Set([
      ...(family === undefined ? [] : [family]),
      ...differing(before, after.entitlements),
    ])) {
      const { entitled } = after.entitlements.find((e) => e.family === changed)!;
      await publish({
        type: 'entitlement.changed',
        subject: { type: 'tenant', id: tx.context.tenantId },
        data: { family: changed, entitled, reason, actor },
      });
    }
    return after;
  }

  type Told = { families: { family: string; entitled: boolean; areas: string[] }[] };
  /** Families as they are configured by now; what is always or never on is on or off. */
  const isCurrent = ({ families: told }: Told): boolean =>
    told.length === Object.keys(families).length &&
    told.every(({ family, entitled, areas }) => {
      const policy = Object.hasOwn(families, family) ? families[family] : undefined;
      return (
        policy !== undefined &&
        policy.areas.join() === areas.join() &&
        (policy.enable === 'entitled' || (policy.enable === 'always') === entitled)
      );
    });

  return {
    ensure,

    /** The bucket of sets, as it is held against the database. */
    bucket: {
      bucket: 'entitlements',
      table: 'entitlement_sets',
      version: 'revision',
      keyOf: (tenantId) => tenantId,
      isCurrent,
      async share(tx, _ids, { seen, held }) {
        if ((await lockSet(tx)) !== seen) return false;
        await share(tx, {
          revision: await raiseEntitlementRevision(tx, held),
          entitlements: await present(tx),
        });
        return true;
      },
    } satisfies RowBucket as RowBucket,

    /** The set of a tenant, read where it is known. */
    async of(tenantId: string, actor: Actor = system): Promise<EntitlementSet> {
      const context = { tenantId, actor };
      return (await db.read(context, find)) ?? db.transact(context, ensure);
    },

    /** The operator gives a family or takes it away. */
    async put(tx: Tx, family: string, said: EntitlementChange): Promise<EntitlementResource> {
      const policy = Object.hasOwn(families, family) ? families[family] : undefined;
      if (!policy) throw problem('not_found', { detail: 'No such capability family was found' });
      const fixed = policy.enable === 'entitled' ? undefined : policy.enable === 'always';
      if (fixed !== undefined && fixed !== said.entitled) {
        throw problem('invalid_state', {
          detail: fixed ? 'The family is always enabled' : 'The family is never enabled',
        });
      }
      await ensure(tx);
      // The lock first: what is compared must not change under it.
      await lockSet(tx);
      const before = (await find(tx))!;
      const shown = (set: EntitlementSet): EntitlementResource =>
        set.entitlements.find((e) => e.family === family)!;
      if (fixed !== undefined) return shown(before);
      await putEntitlement(tx, {
        family,
        granted: said.entitled,
        reason: said.reason,
        expiresAt: said.expiresAt,
      });
      return shown(
        await change(tx, before.entitlements, {
          actor: tx.context.actor,
          family,
          reason: said.reason,
        }),
      );
    },

    /** Ends grants of the operator whose time is over. */
    async sweep(): Promise<void> {
      const tenants = await db.work((tx) =>
        tx.rows<{ tenantId: string }>(
          'SELECT DISTINCT tenant_id FROM entitlements WHERE expires_at <= now()',
        ),
      );
      for (const { tenantId } of tenants) {
        await db.transact({ tenantId, actor: system }, async (tx) => {
          await lockSet(tx);
          const over = await endOver(tx);
          if (over.length === 0) return;
          const ended = new Map(over.map(({ family, granted }) => [family, granted]));
          const before = (await listEntitlements(tx)).map((row) => ({
            ...row,
            granted: ended.get(row.family) ?? row.granted,
          }));
          await change(tx, entitlementsOf(families, before), { actor: system, reason: null });
        });
      }
    },
  };
}

/** See {@link entitlements}. */
export type Entitlements = ReturnType<typeof entitlements>;

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
