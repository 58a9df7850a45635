import { isId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import type { RowBucket } from '@platform/kit/upkeep';
import { purgeTenant } from '../tenant-purge/tenant-purge.ts';
import { transferBox } from './archive.ts';
import { checkArchive } from './archive-check.ts';
import { siblingArrivals } from './arrivals.ts';
import type { Arrivals } from './arrivals.ts';
import { importProgress } from './import-progress.ts';
import { exportedLines } from './exported-lines.ts';
import { moveContext } from './moved-rows.ts';
import type { MovedRows, TenantMove } from './moved-rows.ts';
import { shareEntries } from './bucket-entries.ts';
import { tenantActivity } from './tenant-activity.ts';
import { importLines } from './tenant-import.ts';

/** A service that moves tenants. */
interface MovingService {
  name: string;
  db: Database;
  secrets: SecretBox;
  peer: (context: 'hub') => RpcPeer;
}

/** Options of {@link serveTenantMove}. */
export interface TenantMoveOptions {
  /** Buckets that mirror rows of the tenant. */
  buckets?: readonly RowBucket[];
  /** Deletes rows that do not name the tenant, before those that lead to them. */
  first?: (db: Pick<Database, 'transact'>, tenantId: string) => Promise<number>;
  /** Default: the hub is asked. */
  arrivals?: Arrivals;
}

const operators = ['platform-operator'];

function checkTenant(tenantId: string): void {
  if (!isId('tenant', tenantId))
    throw problem('invalid_parameter', { detail: 'tenant_id must be the id of a tenant' });
}

/** Serves `platform.tenantmove.v1.TenantMove`: the rows of this service, for operators. */
export function serveTenantMove(
  { name, db, secrets, peer }: MovingService,
  moved: MovedRows,
  { buckets = [], first, arrivals = siblingArrivals(() => peer('hub')) }: TenantMoveOptions = {},
): RpcMount {
  const move: TenantMove = {
    service: name,
    db,
    secrets,
    moved: {
      ...moved,
      afterImport: async (tx) => {
        await moved.afterImport?.(tx);
        await shareEntries(tx, buckets);
      },
    },
  };
  async function requireState(tenantId: string, state: 'importing' | 'abandoned'): Promise<void> {
    checkTenant(tenantId);
    const found = await arrivals.arrivalOf(tenantId);
    if (found !== state)
      throw problem('invalid_state', {
        detail: `The import of the tenant is ${found ?? 'not reserved'} in the hub, not ${state}.`,
      });
  }

  async function abandon(tenantId: string): Promise<number> {
    const unnamed = (await first?.(db, tenantId)) ?? 0;
    const rows = unnamed + (await purgeTenant(db, tenantId));
    // Nothing tells of the tenant any more, not even that it was purged.
    await db.transact(moveContext(tenantId), (tx) =>
      tx.execute('DELETE FROM purged_tenant WHERE tenant_id = $1', [tenantId]),
    );
    return rows;
  }

  return serveRpc(
    'platform.tenantmove.v1.TenantMove',
    {
      async Activity({ tenantId }) {
        checkTenant(tenantId);
        return tenantActivity(move, tenantId);
      },
      async *Export({ tenantId, transferKey }) {
        checkTenant(tenantId);
        const transfer = transferBox(transferKey);
        const state = await arrivals.stateOf(tenantId);
        if (state !== 'suspended')
          throw problem('invalid_state', {
            detail: `The tenant is ${state ?? 'unknown'}. Suspend it before it is exported.`,
          });
        yield* exportedLines(move, tenantId, transfer);
      },
      async Check({ tenantId, transferKey, head }) {
        checkTenant(tenantId);
        return checkArchive(move, tenantId, transferBox(transferKey), head);
      },
      async Import({ tenantId, transferKey, from, lines }) {
        await requireState(tenantId, 'importing');
        return importLines(move, tenantId, transferBox(transferKey), { from, lines });
      },
      async Progress({ tenantId }) {
        checkTenant(tenantId);
        return importProgress(db, tenantId);
      },
      async Abandon({ tenantId }) {
        await requireState(tenantId, 'abandoned');
        return { rows: await abandon(tenantId) };
      },
    },
    {
      Activity: operators,
      Export: operators,
      Check: operators,
      Import: operators,
      Progress: [...operators, 'hub'],
      Abandon: operators,
    },
  );
}
