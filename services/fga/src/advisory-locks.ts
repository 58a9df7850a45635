import { advisoryLocks } from '@platform/kit/database';

/** The advisory fgaLocks of this service. */
export const fgaLocks = advisoryLocks('fga', [
  'activationsOfUser',
  'assignmentsOfPrincipal',
  'permissions',
  'roles',
]);
