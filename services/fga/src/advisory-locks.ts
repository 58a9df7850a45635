import { advisoryLocks } from '@platform/kit/database';

export const fgaLocks = advisoryLocks('fga', [
  'activationsOfUser',
  'assignmentsOfPrincipal',
  'permissions',
  'roles',
]);
