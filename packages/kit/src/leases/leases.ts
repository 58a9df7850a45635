/**
 * Leases on rows of PostgreSQL: the one way in which pods divide work that outlives a transaction.
 *
 * - **Claim.** A row is free when its lease ended or was given up. `leasedRows(…).claim` takes free rows that no other transaction has
 *   locked (`FOR UPDATE SKIP LOCKED`), raises their epoch, and begins the lease. The order of claims and the conditions are the
 *   caller's SQL.
 * - **Fence.** The epoch counts claims. Each transaction of a holder locks the row with `isHeld`, and writes nothing when it finds
 *   none: order does not depend on clocks, only the time of a take-over does.
 * - **Renewal.** `heldLeases(…).renew` renews all rows of a process in one statement. It passes over rows that a transaction has locked.
 * - **Loss.** The signal of work whose row another pod has claimed, or whose lease could not be renewed until its end, aborts with
 *   `leaseLost`. The work ends without another write.
 * - **Release.** Work that ends by itself ends its lease in the transaction of its last write. `release` does it for work that broke off,
 *   with a pause, and at a shutdown, so that other pods do not wait for the end of the lease.
 */
export { exclusively } from './exclusive-work.ts';
export type { ExclusiveWork } from './exclusive-work.ts';
export { heldLeases, leaseLost } from './held-leases.ts';
export type { HeldLeases, HeldLeasesOptions, LeasedWork } from './held-leases.ts';
export { leasedRows } from './leased-rows.ts';
export type { ClaimText, GivenBack, Lease, LeasedRows, LeasedTable } from './leased-rows.ts';
