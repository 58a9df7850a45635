import {
  directoriesOperations,
  directoryConnectorOperations,
  groupRoleMappingOperations,
} from '@platform/contracts';
import type { Config } from '@platform/kit/config';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { directoryConfig } from '../config.ts';
import { credentialHandlers } from '../directories/credential-handlers.ts';
import { directoryHandlers } from '../directories/directory-handlers.ts';
import { directoryRemovalJob } from '../directories/directory-removal.ts';
import type { UnlinkUsers } from '../directories/directories.ts';
import { mappingHandlers } from '../group-roles/mapping-handlers.ts';
import { findOrganization, holdOrganization } from '../organizations/organizations.ts';
import type { CheckRoles, KnownRoles } from '../roles/role-check.ts';
import { bearerHandlers } from '../scim-bearers/bearer-handlers.ts';
import { giveDueNotices } from '../scim-bearers/bearer-notices.ts';
