import { attributeSchemaOperations } from './attribute-operations.ts';
import { invitationOperations } from './invitation-operations.ts';
import { migrationOperations } from './migration-operations.ts';
import { organizationDomainOperations } from './organization-domain-operations.ts';
import { organizationOperations } from './organization-operations.ts';
import { userOperations } from './user-operations.ts';

/** The operations of the API that the directory serves. */
export const directoryOperations = {
  ...userOperations,
  ...organizationOperations,
  ...invitationOperations,
  ...organizationDomainOperations,
  ...attributeSchemaOperations,
  ...migrationOperations,
};
