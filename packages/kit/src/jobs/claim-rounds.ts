import type { Database } from '../database/database.ts';
import { claimJobs, lockClaims, planClaimsOnce } from './job-claims.ts';
import type { JobClaim, ClaimedJob } from './job-claims.ts';

/** Input of {@link claimFairly}: `after` is the tenant that was served last. */
export type FairClaim = Omit<JobClaim, 'until' | 'each'>;

/**
 * Claims jobs of one kind and priority round-robin: one per tenant, starting after the last served
 * and wrapping around; then, if there is room left, an equal share for each. Returns the tenant
 * served last.
 */
export function claimFairly(
  db: Pick<Database, 'work'>,
  claim: FairClaim,
): Promise<{ jobs: ClaimedJob[]; last: string }> {
  return db.work(async (tx) => {
    await Promise.all([planClaimsOnce(tx), lockClaims(tx, claim.kind)]);
    const jobs: ClaimedJob[] = [];
    const take = async (
      each: number,
      after: string,
      until: string | undefined,
    ): Promise<number> => {
      const room = claim.room - jobs.length;
      const taken = room > 0 ? await claimJobs(tx, { ...claim, room, each, after, until }) : [];
      jobs.push(...taken.toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1)));
      return taken.length;
    };
    const around = async (each: number): Promise<number> =>
      (await take(each, claim.after, undefined)) +
      (claim.after === '' ? 0 : await take(each, '', claim.after));
    const tenants = await around(1);
    const last = jobs.at(-1)?.tenantId ?? claim.after;
    const room = claim.room - jobs.length;
    if (tenants > 0 && room > 0 && claim.perTenant > 1) await around(Math.ceil(room / tenants));
    return { jobs, last };
  });
}
