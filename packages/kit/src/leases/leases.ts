/**
 * Leases on rows of PostgreSQL: the one way in which pods divide work that outlives a transaction.
 *
 * - **Claim.** A row is free when its lease has expired or was released. `leasedRows(…).claim`
 *   takes free rows that no other transaction has locked (`FOR UPDATE SKIP LOCKED`), increments their
 *   epoch, and starts the lease. The caller's SQL determines order and conditions of claims.
 * - **Fence.** The epoch counts claims. Each transaction of a holder locks the row with `isHeld`,
 *   and writes nothing if it finds none: order does not depend on clocks, only the time of a takeover
 *   does.
 * - **Renewal.** `heldLeases(…).renew` renews all rows of a process in one statement. It skips rows
 *   that a transaction has locked.
 * - **Loss.** When another pod has claimed a row, or its lease expired before it could be renewed,
 *   the signal of its work aborts with `leaseLost`. The work ends without another write.
 * - **Release.** Work that ends by itself ends its lease in the transaction of its last write.
 *   `release` does so for work that was interrupted, with a pause, and at a shutdown, so that other
 *   pods do not wait for the lease to expire.
 */
export { exclusively } from './exclusive-work.ts';
export type { ExclusiveWork } from './exclusive-work.ts';
export { heldLeases, leaseLost } from './held-leases.ts';
export type { HeldLeases, HeldLeasesOptions, LeasedWork } from './held-leases.ts';
export { leasedRows } from './leased-rows.ts';
export type { ClaimText, ReleasedLease, Lease, LeasedRows, LeasedTable } from './leased-rows.ts';
