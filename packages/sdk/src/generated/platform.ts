// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.

import type { Client } from '../client.ts';
import { accessPolicies } from './areas/access-policies.ts';
import type { AccessPoliciesResource } from './areas/access-policies.ts';
import { accessRequests } from './areas/access-requests.ts';
import type { AccessRequestsResource } from './areas/access-requests.ts';
import { apiResources } from './areas/api-resources.ts';
import type { ApiResourcesResource } from './areas/api-resources.ts';
import { apiSigningKeys } from './areas/api-signing-keys.ts';
import type { ApiSigningKeysResource } from './areas/api-signing-keys.ts';
import { applications } from './areas/applications.ts';
import type { ApplicationsResource } from './areas/applications.ts';
import { attributeSchema } from './areas/attribute-schema.ts';
import type { AttributeSchemaResource } from './areas/attribute-schema.ts';
import { auditExports } from './areas/audit-exports.ts';
import type { AuditExportsResource } from './areas/audit-exports.ts';
import { complianceProfile } from './areas/compliance-profile.ts';
import type { ComplianceProfileResource } from './areas/compliance-profile.ts';
import { connectionTests } from './areas/connection-tests.ts';
import type { ConnectionTestsResource } from './areas/connection-tests.ts';
import { consentPurposes } from './areas/consent-purposes.ts';
import type { ConsentPurposesResource } from './areas/consent-purposes.ts';
import { consents } from './areas/consents.ts';
import type { ConsentsResource } from './areas/consents.ts';
import { directories } from './areas/directories.ts';
import type { DirectoriesResource } from './areas/directories.ts';
import { entitlements } from './areas/entitlements.ts';
import type { EntitlementsResource } from './areas/entitlements.ts';
import { erasureRequests } from './areas/erasure-requests.ts';
import type { ErasureRequestsResource } from './areas/erasure-requests.ts';
import { erasureVetoClients } from './areas/erasure-veto-clients.ts';
import type { ErasureVetoClientsResource } from './areas/erasure-veto-clients.ts';
import { eventTypes } from './areas/event-types.ts';
import type { EventTypesResource } from './areas/event-types.ts';
import { events } from './areas/events.ts';
import type { EventsResource } from './areas/events.ts';
import { fga } from './areas/fga.ts';
import type { FgaResource } from './areas/fga.ts';
import { hooks } from './areas/hooks.ts';
import type { HooksResource } from './areas/hooks.ts';
import { ipRules } from './areas/ip-rules.ts';
import type { IpRulesResource } from './areas/ip-rules.ts';
import { loginExperience } from './areas/login-experience.ts';
import type { LoginExperienceResource } from './areas/login-experience.ts';
import { loginFlows } from './areas/login-flows.ts';
import type { LoginFlowsResource } from './areas/login-flows.ts';
import { migrationSources } from './areas/migration-sources.ts';
import type { MigrationSourcesResource } from './areas/migration-sources.ts';
import { organizations } from './areas/organizations.ts';
import type { OrganizationsResource } from './areas/organizations.ts';
import { permissions } from './areas/permissions.ts';
import type { PermissionsResource } from './areas/permissions.ts';
import { pim } from './areas/pim.ts';
import type { PimResource } from './areas/pim.ts';
import { roleAssignments } from './areas/role-assignments.ts';
import type { RoleAssignmentsResource } from './areas/role-assignments.ts';
import { roles } from './areas/roles.ts';
import type { RolesResource } from './areas/roles.ts';
import { setup } from './areas/setup.ts';
import type { SetupResource } from './areas/setup.ts';
import { siemSinks } from './areas/siem-sinks.ts';
import type { SiemSinksResource } from './areas/siem-sinks.ts';
import { ssf } from './areas/ssf.ts';
import type { SsfResource } from './areas/ssf.ts';
import { users } from './areas/users.ts';
import type { UsersResource } from './areas/users.ts';
import { webhookClaimSchemas } from './areas/webhook-claim-schemas.ts';
import type { WebhookClaimSchemasResource } from './areas/webhook-claim-schemas.ts';
import { webhookEndpoints } from './areas/webhook-endpoints.ts';
import type { WebhookEndpointsResource } from './areas/webhook-endpoints.ts';

/** All resources of the API. */
export interface Platform {
  readonly accessPolicies: AccessPoliciesResource;
  readonly accessRequests: AccessRequestsResource;
  readonly apiResources: ApiResourcesResource;
  readonly apiSigningKeys: ApiSigningKeysResource;
  readonly applications: ApplicationsResource;
  readonly attributeSchema: AttributeSchemaResource;
  readonly auditExports: AuditExportsResource;
  readonly complianceProfile: ComplianceProfileResource;
  readonly connectionTests: ConnectionTestsResource;
  readonly consentPurposes: ConsentPurposesResource;
  readonly consents: ConsentsResource;
  readonly directories: DirectoriesResource;
  readonly entitlements: EntitlementsResource;
  readonly erasureRequests: ErasureRequestsResource;
  readonly erasureVetoClients: ErasureVetoClientsResource;
  readonly eventTypes: EventTypesResource;
  readonly events: EventsResource;
  readonly fga: FgaResource;
  readonly hooks: HooksResource;
  readonly ipRules: IpRulesResource;
  readonly loginExperience: LoginExperienceResource;
  readonly loginFlows: LoginFlowsResource;
  readonly migrationSources: MigrationSourcesResource;
  readonly organizations: OrganizationsResource;
  readonly permissions: PermissionsResource;
  readonly pim: PimResource;
  readonly roleAssignments: RoleAssignmentsResource;
  readonly roles: RolesResource;
  readonly setup: SetupResource;
  readonly siemSinks: SiemSinksResource;
  readonly ssf: SsfResource;
  readonly users: UsersResource;
  readonly webhookClaimSchemas: WebhookClaimSchemasResource;
  readonly webhookEndpoints: WebhookEndpointsResource;
}

/** Makes all resources for a client. */
export const resourcesOf = (client: Client): Platform => ({
  accessPolicies: accessPolicies(client),
  accessRequests: accessRequests(client),
  apiResources: apiResources(client),
  apiSigningKeys: apiSigningKeys(client),
  applications: applications(client),
  attributeSchema: attributeSchema(client),
  auditExports: auditExports(client),
  complianceProfile: complianceProfile(client),
  connectionTests: connectionTests(client),
  consentPurposes: consentPurposes(client),
  consents: consents(client),
  directories: directories(client),
  entitlements: entitlements(client),
  erasureRequests: erasureRequests(client),
  erasureVetoClients: erasureVetoClients(client),
  eventTypes: eventTypes(client),
  events: events(client),
  fga: fga(client),
  hooks: hooks(client),
  ipRules: ipRules(client),
  loginExperience: loginExperience(client),
  loginFlows: loginFlows(client),
  migrationSources: migrationSources(client),
  organizations: organizations(client),
  permissions: permissions(client),
  pim: pim(client),
  roleAssignments: roleAssignments(client),
  roles: roles(client),
  setup: setup(client),
  siemSinks: siemSinks(client),
  ssf: ssf(client),
  users: users(client),
  webhookClaimSchemas: webhookClaimSchemas(client),
  webhookEndpoints: webhookEndpoints(client),
});
