import { organizationOperations } from './organization-operations.ts';
import { userOperations } from './user-operations.ts';

/** The operations of the API that the directory serves. */
export const directoryOperations = {
  ...userOperations,
  ...organizationOperations,
};
