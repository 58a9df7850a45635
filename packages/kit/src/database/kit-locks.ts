import { advisoryLocks } from './advisory-lock.ts';

/** The advisory locks that the kit takes in every service. */
export const kitLocks = advisoryLocks('kit', [
  'migration',
  'outboxShard',
  'jobClaims',
  'idempotencyKey',
]);
