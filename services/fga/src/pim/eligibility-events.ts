import type { EventTypeName } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { eligibilityResource } from './eligibility-resource.ts';
import type { EligibilityRow } from './eligibility-store.ts';

type EligibilityEvent = Extract<EventTypeName, `pim.eligibility_${string}`>;

/** Publishes the current state of an eligibility. */
export const publishEligibility = (
  tx: Tx,
  type: EligibilityEvent,
  row: EligibilityRow,
  now: Date,
  more: { changed?: readonly string[] } = {},
) =>
  tx.publish({
    type,
    subject: { type: 'eligible_assignment', id: row.id },
    organizationId: row.organizationId,
    data: { eligibleAssignment: eligibilityResource(row, now), ...more },
  });

export async function publishExpired(
  tx: Tx,
  rows: readonly EligibilityRow[],
  now: Date,
): Promise<void> {
  for (const row of rows) await publishEligibility(tx, 'pim.eligibility_expired', row, now);
}
