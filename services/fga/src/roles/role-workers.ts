import type { Bus } from '@platform/kit/bus';
import { isFirstTime, now } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { fga } from '../generated/tables.ts';
import { releasePermissionsOf, releasePermissionsOfApi } from '../permissions/permissions.ts';
import { deleteEndedAssignments } from './assignment-store.ts';
import { publishUnassigned, unassignAll } from './assignments.ts';

const actor = { type: 'system', id: 'fga' } as const;
const step = 200;

/** Removes expired assignments, which have already stopped granting anything. */
export async function sweepEndedAssignments(db: Database): Promise<void> {
  const tenants = await db.work((tx) =>
    tx.rows(
      fga.query
        .selectFrom('roleAssignments')
        .select('tenantId')
        .distinct()
        .where('expiresAt', '<=', now),
    ),
  );
  for (const { tenantId } of tenants) {
    for (let count = step; count === step;) {
      count = await db.transact({ tenantId, actor }, async (tx) => {
        const rows = await deleteEndedAssignments(tx, step);
        await publishUnassigned(tx, rows);
        return rows.length;
      });
    }
  }
}

/**
 * Removes the assignments of deleted principals, and makes the permissions of deleted applications
 * and APIs available to all.
 */
export function followDeletions(bus: Bus): void {
  bus.consume(
    'role-holders',
    ['user.deleted', 'client.deleted'],
    async ({ tenantId, event }, db) => {
      const { id } = event.subject;
      const isClient = event.type === 'client.deleted';
      await db.transact({ tenantId, actor }, async (tx) => {
        if (!(await isFirstTime(tx, 'role-holders', event.id))) return;
        await unassignAll(tx, { type: isClient ? 'client' : 'user', id });
        if (isClient) await releasePermissionsOf(tx, id);
      });
    },
  );
  // Repeating it changes nothing.
  bus.consume('api-permissions', ['api_resource.deleted'], ({ tenantId, event }, db) =>
    db.transact({ tenantId, actor }, async (tx) => {
      await releasePermissionsOfApi(tx, event.subject.id);
    }),
  );
}
