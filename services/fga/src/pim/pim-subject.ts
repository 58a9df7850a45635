import type { Database } from '@platform/kit/database';
import type { SubjectPart } from '../data-subject/data-subject.ts';
import { withdraw } from './activation-moves.ts';
import { activationFact } from './activation-resource.ts';
import {
  databaseTime,
  emptyActivationsOf,
  emptyCommentsOf,
  emptyEndCommentsOf,
  listActivationsOf,
  listApprovals,
} from './activation-store.ts';
import { removeEligibility } from './eligibilities.ts';
import { eligibilityResource } from './eligibility-resource.ts';
import { findEligibility, listEligibilityIds, lockEligibility } from './eligibility-store.ts';

const exported = 10_000;

/** The data that elevation stores about a person: eligibilities and requests. */
export function pimSubjectParts(db: Database): SubjectPart[] {
  const own = (userId: string) => ({ principalType: 'user', principalId: userId }) as const;
  return [
    {
      // The fact of an elevation stays for the tenant's audit; the user's text and origin do not.
      async erase(tx, { userId, dryRun }) {
        const rows = await listActivationsOf(tx, userId, exported);
        const count = rows.length;
        if (!dryRun)
          await emptyCommentsOf(
            tx,
            userId,
            rows.map(({ id }) => id),
          );
        if (!dryRun && count > 0) {
          // Eligibilities are always locked before activations.
          for (const id of await listEligibilityIds(tx, own(userId))) await lockEligibility(tx, id);
          // First, so that the following events do not repeat it.
          await emptyActivationsOf(tx, userId);
          await withdraw(tx, { principalId: userId }, await databaseTime(tx), 'user_erased');
        }
        if (!dryRun) await emptyEndCommentsOf(tx, userId);
        return count === 0 ? undefined : { category: 'activations', action: 'ANONYMIZED', count };
      },
      async *export(context, { userId }) {
        const facts = await db.read(context, async (tx) => {
          const rows = await listActivationsOf(tx, userId, exported);
          const approvals = await listApprovals(
            tx,
            rows.map((row) => row.id),
          );
          return rows.map((row) =>
            activationFact(
              row,
              approvals.filter((a) => a.activationId === row.id),
            ),
          );
        });
        yield { section: 'activations', json: JSON.stringify(facts) };
      },
    },
    {
      async erase(tx, { userId, dryRun }) {
        const ids = await listEligibilityIds(tx, own(userId));
        if (!dryRun) for (const id of ids) await removeEligibility(tx, id, 'user_erased');
        return ids.length === 0
          ? undefined
          : { category: 'eligibilities', action: 'DELETED', count: ids.length };
      },
      async *export(context, { userId }) {
        const rows = await db.read(context, async (tx) => {
          const found = await Promise.all(
            (await listEligibilityIds(tx, own(userId))).map((id) => findEligibility(tx, id)),
          );
          const now = await databaseTime(tx);
          return found.flatMap((row) => (row ? [eligibilityResource(row, now)] : []));
        });
        yield { section: 'eligibilities', json: JSON.stringify(rows) };
      },
    },
  ];
}
