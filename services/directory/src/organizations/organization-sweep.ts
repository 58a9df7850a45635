import type { Database, Tx } from '@platform/kit/database';
import { memberCounter, removeCounters } from '../counters/counters.ts';
import { removeDomainsOf } from '../domains/domains.ts';
import { deleteMembershipsIn } from './membership-store.ts';
import {
  deleteOrganizationRow,
  listDeletedOrganizations,
  lockDeletedOrganization,
} from './organization-store.ts';

const system = { type: 'system', id: 'directory' } as const;
const sweepStep = 1_000;

/** Removes up to a thousand rows of an organization; returns how many. */
export type RemoveStep = (tx: Tx, organizationId: string) => Promise<number>;

/** Removes the rows of deleted organizations, a thousand per step, then the organizations. */
export async function sweepDeletedOrganizations(
  db: Database,
  more: readonly RemoveStep[] = [],
): Promise<void> {
  const steps: RemoveStep[] = [(tx, id) => deleteMembershipsIn(tx, id, sweepStep), ...more];
  for (const { tenantId, id } of await db.work((tx) => listDeletedOrganizations(tx, 100))) {
    const context = { tenantId, actor: system };
    for (const step of steps)
      while ((await db.transact(context, (tx) => step(tx, id))) >= sweepStep);
    await db.transact(context, (tx) => removeOrganization(tx, id, steps));
  }
}

async function removeOrganization(tx: Tx, id: string, steps: readonly RemoveStep[]): Promise<void> {
  await lockDeletedOrganization(tx, id);
  // Rows that transactions added while they held the lock.
  for (const step of steps) while ((await step(tx, id)) >= sweepStep);
  await removeDomainsOf(tx, id);
  await removeCounters(tx, [memberCounter(id)]);
  await deleteOrganizationRow(tx, id);
}
