import { attributeSchemaOperations } from './attribute-operations.ts';
import { connectionTestOperations } from './connection-test-operations.ts';
import { directoryConnectorOperations } from './directory-connector-operations.ts';
import { directoriesOperations } from './directory-operations.ts';
import { groupRoleMappingOperations } from './group-role-mapping-operations.ts';
import { invitationOperations } from './invitation-operations.ts';
import { migrationOperations } from './migration-operations.ts';
import {
  ownContactOperations,
  ownInvitationOperations,
  ownOrganizationOperations,
  ownProfileOperations,
  userSummaryOperations,
} from './own-account-operations.ts';
import { organizationDomainOperations } from './organization-domain-operations.ts';
import { organizationOperations } from './organization-operations.ts';
import { scimRequestOperations } from './scim-request-operations.ts';
import { setupLinkOperations } from './setup-link-operations.ts';
import { setupOperations } from './setup-operations.ts';
import { userBulkJobOperations } from './user-bulk-job-operations.ts';
import { userExportOperations } from './user-export-operations.ts';
import { userOperations } from './user-operations.ts';

/** The operations of the API that the directory serves. */
export const directoryOperations = {
  ...userOperations,
  ...userSummaryOperations,
  ...userBulkJobOperations,
  ...userExportOperations,
  ...organizationOperations,
  ...invitationOperations,
  ...organizationDomainOperations,
  ...setupLinkOperations,
  ...setupOperations,
  ...directoriesOperations,
  ...directoryConnectorOperations,
  ...scimRequestOperations,
  ...groupRoleMappingOperations,
  ...connectionTestOperations,
  ...attributeSchemaOperations,
  ...migrationOperations,
  ...ownProfileOperations,
  ...ownContactOperations,
  ...ownOrganizationOperations,
  ...ownInvitationOperations,
};
