import { attributeSchemaOperations } from './attribute-operations.ts';
import { connectionTestOperations } from './connection-test-operations.ts';
import { directoryConnectorOperations } from './directory-connector-operations.ts';
import { directoriesOperations } from './directory-operations.ts';
import { groupRoleMappingOperations } from './group-role-mapping-operations.ts';
import { invitationOperations } from './invitation-operations.ts';
import { migrationOperations } from './migration-operations.ts';
import { organizationDomainOperations } from './organization-domain-operations.ts';
import { organizationOperations } from './organization-operations.ts';
import { scimRequestOperations } from './scim-request-operations.ts';
import { userOperations } from './user-operations.ts';

/** The operations of the API that the directory serves. */
export const directoryOperations = {
  ...userOperations,
  ...organizationOperations,
  ...invitationOperations,
  ...organizationDomainOperations,
  ...directoriesOperations,
  ...directoryConnectorOperations,
  ...scimRequestOperations,
  ...groupRoleMappingOperations,
  ...connectionTestOperations,
  ...attributeSchemaOperations,
  ...migrationOperations,
};
