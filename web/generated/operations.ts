// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { OperationRow } from '../client/operation-row.ts';

/** What each operation requires. */
export const operations = {
  applicationList: { scopes: ['tenant:applications.read'] },
  applicationCreate: { scopes: ['tenant:applications.write'] },
  applicationGet: { scopes: ['tenant:applications.read'] },
  applicationUpdate: { scopes: ['tenant:applications.write'] },
  applicationDelete: { scopes: ['tenant:applications.write'], stepUpSeconds: 900 },
  applicationSecretList: { scopes: ['tenant:clients.read'] },
  applicationSecretCreate: {
    scopes: ['tenant:applications.write', 'tenant:clients.write'],
    stepUpSeconds: 900,
  },
  applicationSecretDelete: {
    scopes: ['tenant:applications.write', 'tenant:clients.write'],
    stepUpSeconds: 900,
  },
  apiResourceList: { scopes: ['tenant:apis.read'] },
  apiResourceCreate: { scopes: ['tenant:apis.write'] },
  apiResourceGet: { scopes: ['tenant:apis.read'] },
  apiResourceUpdate: { scopes: ['tenant:apis.write'] },
  apiResourceDelete: { scopes: ['tenant:apis.write'] },
  apiScopeList: { scopes: ['tenant:apis.read'] },
  apiScopePut: { scopes: ['tenant:apis.write'] },
  apiScopeRemove: { scopes: ['tenant:apis.write'] },
  apiClientList: { scopes: ['tenant:apis.read', 'tenant:applications.read'] },
  apiClientPut: { scopes: ['tenant:apis.write', 'tenant:applications.read'] },
  apiClientRemove: { scopes: ['tenant:apis.write', 'tenant:applications.read'] },
  apiDetailTypeList: { scopes: ['tenant:apis.read'] },
  apiDetailTypePut: { scopes: ['tenant:apis.write'] },
  apiDetailTypeRemove: { scopes: ['tenant:apis.write'] },
  apiResourceMetadata: { scopes: ['tenant:apis.read'] },
  apiResourceSimulate: { scopes: ['tenant:apis.read', 'tenant:users.read'] },
  apiSigningKeyList: { scopes: ['tenant:apis.read'] },
  apiSigningKeyRotate: { scopes: ['tenant:apis.write'] },
  tenantIpRuleList: { scopes: ['tenant:settings.read'] },
  tenantIpRuleCreate: { scopes: ['tenant:settings.write'], stepUpSeconds: 900 },
  tenantIpRuleDelete: { scopes: ['tenant:settings.write'], stepUpSeconds: 900 },
  tenantIpRuleEvaluate: { scopes: ['tenant:settings.read'] },
  meApplicationList: { scopes: ['self.read'] },
  meApplicationRemove: { scopes: ['self.write'] },
  meSessionList: { scopes: ['self.read'] },
  meSessionEndOthers: { scopes: ['self.write'] },
  meSessionEnd: { scopes: ['self.write'] },
  userSessionList: { scopes: ['tenant:users.read'] },
  userSessionEndAll: { scopes: ['tenant:users.write'] },
  userSessionEnd: { scopes: ['tenant:users.write'] },
  tenantGet: { scopes: ['tenant:settings.read'] },
  tenantUpdate: { scopes: ['tenant:settings.write'] },
  tenantHealthGet: {
    scopes: [
      'tenant:settings.read',
      'tenant:apis.read',
      'tenant:applications.read',
      'tenant:attribute-schema.read',
      'tenant:clients.read',
      'tenant:compliance.read',
      'tenant:events.read',
      'tenant:federation.read',
      'tenant:fga.read',
      'tenant:idp.read',
      'tenant:migration.read',
      'tenant:orgs.read',
      'tenant:roles.read',
      'tenant:siem.read',
      'tenant:users.read',
      'tenant:webhook-schemas.read',
      'tenant:webhooks.read',
    ],
    isAnyScope: true,
  },
  searchList: {
    scopes: [
      'tenant:settings.read',
      'tenant:apis.read',
      'tenant:applications.read',
      'tenant:attribute-schema.read',
      'tenant:clients.read',
      'tenant:compliance.read',
      'tenant:events.read',
      'tenant:federation.read',
      'tenant:fga.read',
      'tenant:idp.read',
      'tenant:migration.read',
      'tenant:orgs.read',
      'tenant:roles.read',
      'tenant:siem.read',
      'tenant:users.read',
      'tenant:webhook-schemas.read',
      'tenant:webhooks.read',
    ],
    isAnyScope: true,
  },
  setupTestSignInCreate: { scopes: ['setup.sso'] },
  setupTestSignInGet: { scopes: ['setup.sso'] },
  userDirectoryList: { scopes: ['tenant:users.read'] },
  userDirectoryCreate: { scopes: ['tenant:users.write'] },
  userDirectoryGetByExternalId: { scopes: ['tenant:users.read'] },
  userDirectoryGet: { scopes: ['tenant:users.read'] },
  userDirectoryPut: { scopes: ['tenant:users.write'] },
  userDirectoryPatch: { scopes: ['tenant:users.write'] },
  userDirectoryDelete: { scopes: ['tenant:users.write'], stepUpSeconds: 900 },
  userDirectoryListOrganizations: { scopes: ['tenant:users.read'] },
  userDirectorySummary: { scopes: ['tenant:users.read'] },
  userBulkJobCreate: { scopes: ['tenant:users.write'], stepUpSeconds: 900 },
  userBulkJobList: { scopes: ['tenant:users.write'] },
  userBulkJobGet: { scopes: ['tenant:users.write'] },
  userBulkJobListFailures: { scopes: ['tenant:users.write'] },
  userBulkJobCancel: { scopes: ['tenant:users.write'] },
  userExportCreate: { scopes: ['tenant:users.read'], stepUpSeconds: 900 },
  userExportList: { scopes: ['tenant:users.read'] },
  userExportGet: { scopes: ['tenant:users.read'] },
  userExportDownload: { scopes: ['tenant:users.read'], stepUpSeconds: 900 },
  userExportDelete: { scopes: ['tenant:users.read'] },
  organizationsList: { scopes: ['tenant:orgs.read'] },
  organizationsCreate: { scopes: ['tenant:orgs.write'] },
  organizationsGet: { scopes: ['tenant:orgs.read'] },
  organizationsGetByExternalId: { scopes: ['tenant:orgs.read'] },
  organizationsUpdate: { scopes: ['tenant:orgs.write'] },
  organizationsDelete: { scopes: ['tenant:orgs.write'], stepUpSeconds: 900 },
  organizationMembersList: { scopes: ['tenant:orgs.read', 'tenant:users.read'] },
  organizationMembersGet: { scopes: ['tenant:orgs.read', 'tenant:users.read'] },
  organizationMembersPut: { scopes: ['tenant:orgs.write'] },
  organizationMembersRemove: { scopes: ['tenant:orgs.write'] },
  organizationInvitationsList: { scopes: ['tenant:orgs.read'] },
  organizationInvitationsCreate: { scopes: ['tenant:orgs.write'] },
  organizationInvitationsGet: { scopes: ['tenant:orgs.read'] },
  organizationInvitationsResend: { scopes: ['tenant:orgs.write'] },
  organizationInvitationsRevoke: { scopes: ['tenant:orgs.write'] },
  organizationDomainsList: { scopes: ['tenant:orgs.read'] },
  organizationDomainsAdd: { scopes: ['tenant:orgs.write'] },
  organizationDomainsGet: { scopes: ['tenant:orgs.read'] },
  organizationDomainsUpdate: { scopes: ['tenant:orgs.write'] },
  organizationDomainsDelete: { scopes: ['tenant:orgs.write'] },
  organizationDomainsVerify: { scopes: ['tenant:orgs.write'] },
  organizationSetupLinksList: { scopes: ['tenant:orgs.read'] },
  organizationSetupLinksCreate: {
    scopes: ['tenant:orgs.write', 'tenant:federation.write'],
    stepUpSeconds: 900,
  },
  organizationSetupLinksRevoke: { scopes: ['tenant:orgs.write', 'tenant:federation.write'] },
  setupGet: {
    scopes: ['setup.sso', 'setup.directory', 'setup.domains', 'setup.logs'],
    isAnyScope: true,
  },
  setupComplete: {
    scopes: ['setup.sso', 'setup.directory', 'setup.domains', 'setup.logs'],
    isAnyScope: true,
  },
  setupLinkCreate: {
    scopes: ['setup.sso', 'setup.directory', 'setup.domains', 'setup.logs'],
    isAnyScope: true,
  },
  setupDomainList: { scopes: ['setup.domains'] },
  setupDomainCreate: { scopes: ['setup.domains'] },
  setupDomainVerify: { scopes: ['setup.domains'] },
  setupDomainDelete: { scopes: ['setup.domains'] },
  setupConnectionList: { scopes: ['setup.sso'] },
  setupConnectionCreate: { scopes: ['setup.sso'] },
  setupConnectionReadMetadata: { scopes: ['setup.sso'] },
  setupConnectionUpdate: { scopes: ['setup.sso'] },
  setupConnectionDelete: { scopes: ['setup.sso'] },
  setupConnectionSetCredential: { scopes: ['setup.sso'] },
  setupConnectionProbe: { scopes: ['setup.sso'] },
  setupConnectionActivate: { scopes: ['setup.sso'] },
  setupDirectoryList: { scopes: ['setup.directory'] },
  setupDirectoryCreate: { scopes: ['setup.directory'] },
  setupDirectoryUpdate: { scopes: ['setup.directory'] },
  setupDirectoryDelete: { scopes: ['setup.directory'] },
  setupDirectorySetCredential: { scopes: ['setup.directory'] },
  setupDirectoryProbe: { scopes: ['setup.directory'] },
  setupDirectorySync: { scopes: ['setup.directory'] },
  setupDirectoryRequestList: { scopes: ['setup.directory'] },
  setupScimBearerList: { scopes: ['setup.directory'] },
  setupScimBearerCreate: { scopes: ['setup.directory'] },
  setupScimBearerRotate: { scopes: ['setup.directory'] },
  directoriesList: { scopes: ['tenant:orgs.read'] },
  directoriesCreate: { scopes: ['tenant:orgs.write'] },
  directoriesGet: { scopes: ['tenant:orgs.read'] },
  directoriesUpdate: { scopes: ['tenant:orgs.write'] },
  directoriesDelete: { scopes: ['tenant:orgs.write'] },
  directoriesSync: { scopes: ['tenant:orgs.write'] },
  directoriesListSyncRuns: { scopes: ['tenant:orgs.read'] },
  directoriesListUsers: { scopes: ['tenant:orgs.read', 'tenant:users.read'] },
  directoriesListGroups: { scopes: ['tenant:orgs.read'] },
  directoryConnectorSetConnectorCredential: { scopes: ['tenant:orgs.write'], stepUpSeconds: 900 },
  directoryConnectorClearConnectorCredential: { scopes: ['tenant:orgs.write'], stepUpSeconds: 900 },
  directoryConnectorProbe: { scopes: ['tenant:orgs.write'] },
  directoryConnectorListBearers: { scopes: ['tenant:orgs.read'] },
  directoryConnectorMintBearer: { scopes: ['tenant:orgs.write'], stepUpSeconds: 900 },
  directoryConnectorRevokeBearer: { scopes: ['tenant:orgs.write'], stepUpSeconds: 900 },
  directoryConnectorRotateBearer: { scopes: ['tenant:orgs.write'], stepUpSeconds: 900 },
  directoriesListRequests: { scopes: ['tenant:orgs.read'] },
  directoryGroupRoleMappingList: { scopes: ['tenant:orgs.read'] },
  directoryGroupRoleMappingCreate: { scopes: ['tenant:orgs.write'] },
  directoryGroupRoleMappingDelete: { scopes: ['tenant:orgs.write'] },
  workspaceConnectionTesterTest: { scopes: ['tenant:federation.write'] },
  cloudDirectoryConnectionTesterTest: { scopes: ['tenant:federation.write'] },
  idpConnectionTesterTest: { scopes: ['tenant:federation.write'] },
  attributeSchemaList: { scopes: ['tenant:attribute-schema.read'] },
  attributeSchemaCreate: { scopes: ['tenant:attribute-schema.write'] },
  attributeSchemaGet: { scopes: ['tenant:attribute-schema.read'] },
  attributeSchemaUpdate: { scopes: ['tenant:attribute-schema.write'] },
  attributeSchemaDelete: { scopes: ['tenant:attribute-schema.write'] },
  attributeSchemaRender: { scopes: ['tenant:attribute-schema.read'] },
  attributeSchemaGetSettings: { scopes: ['tenant:attribute-schema.read'] },
  attributeSchemaPutSettings: { scopes: ['tenant:attribute-schema.write'] },
  attributeSchemaTemplateListTemplates: { scopes: ['tenant:attribute-schema.read'] },
  attributeSchemaTemplateApplyTemplate: { scopes: ['tenant:attribute-schema.write'] },
  migrationSourceGet: { scopes: ['tenant:migration.read'] },
  migrationSourcePut: { scopes: ['tenant:migration.write'] },
  migrationSourceDelete: { scopes: ['tenant:migration.write'] },
  migrationUploadCreate: { scopes: ['tenant:migration.write'] },
  migrationUploadPut: { scopes: ['tenant:migration.write'] },
  migrationSourceStartImport: { scopes: ['tenant:migration.write'], stepUpSeconds: 900 },
  migrationSourceListImportJobs: { scopes: ['tenant:migration.read'] },
  migrationSourceGetLatestImportJob: { scopes: ['tenant:migration.read'] },
  migrationSourceGetImportJob: { scopes: ['tenant:migration.read'] },
  migrationSourceListImportErrors: { scopes: ['tenant:migration.read'] },
  migrationSourceCancelImport: { scopes: ['tenant:migration.write'] },
  migrationSourceResumeImport: { scopes: ['tenant:migration.write'] },
  meGet: { scopes: ['self.read'] },
  meUpdate: { scopes: ['self.write'] },
  meProfileSchemaGet: { scopes: ['self.read'] },
  mePreferencesGet: { scopes: ['self.read'] },
  mePreferencesPut: { scopes: ['self.write'] },
  meContactCreate: { scopes: ['self.write'] },
  meContactVerify: { scopes: ['self.write'] },
  meContactMakePrimary: { scopes: ['self.write'], stepUpSeconds: 900 },
  meContactDelete: { scopes: ['self.write'] },
  meOrganizationList: { scopes: ['self.read'] },
  meOrganizationLeave: { scopes: ['self.write'] },
  meInvitationList: { scopes: ['self.read'] },
  meInvitationAccept: { scopes: ['self.write'] },
  meInvitationDecline: { scopes: ['self.write'] },
  eventsList: { scopes: ['tenant:events.read'] },
  eventsGet: { scopes: ['tenant:events.read'] },
  eventTypesList: { scopes: ['tenant:events.read', 'tenant:webhooks.read'], isAnyScope: true },
  eventTypesGet: { scopes: ['tenant:events.read', 'tenant:webhooks.read'], isAnyScope: true },
  webhookEndpointList: { scopes: ['tenant:webhooks.read'] },
  webhookEndpointCreate: { scopes: ['tenant:webhooks.write'] },
  webhookEndpointGet: { scopes: ['tenant:webhooks.read'] },
  webhookEndpointUpdate: { scopes: ['tenant:webhooks.write'] },
  webhookEndpointDelete: { scopes: ['tenant:webhooks.write'] },
  webhookEndpointStatistics: { scopes: ['tenant:webhooks.read'] },
  webhookEndpointDeliveries: { scopes: ['tenant:webhooks.read'] },
  webhookDeliveryGet: { scopes: ['tenant:webhooks.read'] },
  webhookDeliveryRedeliver: { scopes: ['tenant:webhooks.write'] },
  webhookEndpointRotateSecret: { scopes: ['tenant:webhooks.write'], stepUpSeconds: 900 },
  webhookEndpointRevokeSecret: { scopes: ['tenant:webhooks.write'], stepUpSeconds: 900 },
  webhookRecoveryStart: { scopes: ['tenant:webhooks.write'] },
  webhookRecoveryGet: { scopes: ['tenant:webhooks.read'] },
  hookList: { scopes: ['tenant:webhooks.read'] },
  hookCreate: { scopes: ['tenant:webhooks.write'] },
  hookGet: { scopes: ['tenant:webhooks.read'] },
  hookUpdate: { scopes: ['tenant:webhooks.write'] },
  hookDelete: { scopes: ['tenant:webhooks.write'] },
  hookRotateSecret: { scopes: ['tenant:webhooks.write'], stepUpSeconds: 900 },
  hookTest: { scopes: ['tenant:webhooks.write', 'tenant:siem.write'], isAnyScope: true },
  siemListSinks: { scopes: ['tenant:siem.read'] },
  siemConfigureSink: { scopes: ['tenant:siem.write'] },
  siemGetSink: { scopes: ['tenant:siem.read'] },
  siemUpdateSink: { scopes: ['tenant:siem.write'] },
  siemDeleteSink: { scopes: ['tenant:siem.write'] },
  siemSinkHealth: { scopes: ['tenant:siem.read'] },
  siemReplaySink: { scopes: ['tenant:siem.write'] },
  setupLogStreamList: { scopes: ['setup.logs'] },
  setupLogStreamCreate: { scopes: ['setup.logs'] },
  setupLogStreamUpdate: { scopes: ['setup.logs'] },
  setupLogStreamDelete: { scopes: ['setup.logs'] },
  setupLogStreamTest: { scopes: ['setup.logs'] },
  setupLogStreamHealth: { scopes: ['setup.logs'] },
  webhookClaimSchemaList: { scopes: ['tenant:webhook-schemas.read'] },
  webhookClaimSchemaGet: { scopes: ['tenant:webhook-schemas.read'] },
  webhookClaimSchemaPut: { scopes: ['tenant:webhook-schemas.write'] },
  webhookClaimSchemaDelete: { scopes: ['tenant:webhook-schemas.write'] },
  meActivityList: { scopes: ['self.read'] },
  fgaStoreGet: { scopes: ['tenant:fga.read'] },
  fgaModelList: { scopes: ['tenant:fga.read'] },
  fgaModelWrite: { scopes: ['tenant:fga.write'] },
  fgaModelValidate: { scopes: ['tenant:fga.read'] },
  fgaModelGet: { scopes: ['tenant:fga.read'] },
  fgaModelActivate: { scopes: ['tenant:fga.write'], stepUpSeconds: 900 },
  fgaTuplesRead: { scopes: ['tenant:fga.read'] },
  fgaTuplesWrite: { scopes: ['tenant:fga.write'] },
  fgaTuplesImport: { scopes: ['tenant:fga.write'] },
  fgaTuplesDeleteByFilter: { scopes: ['tenant:fga.write'], stepUpSeconds: 900 },
  fgaChangesList: { scopes: ['tenant:fga.read'] },
  fgaCheck: { scopes: ['tenant:fga.check', 'tenant:fga.read'], isAnyScope: true },
  fgaCheckExplain: { scopes: ['tenant:fga.read'] },
  fgaExpand: { scopes: ['tenant:fga.read'] },
  fgaListObjects: { scopes: ['tenant:fga.check', 'tenant:fga.read'], isAnyScope: true },
  fgaListSubjects: { scopes: ['tenant:fga.read'] },
  fgaAuthzenEvaluation: { scopes: ['tenant:fga.check', 'tenant:fga.read'], isAnyScope: true },
  fgaAuthzenEvaluations: { scopes: ['tenant:fga.check', 'tenant:fga.read'], isAnyScope: true },
  fgaAssertionsGet: { scopes: ['tenant:fga.read'] },
  fgaAssertionsPut: { scopes: ['tenant:fga.write'] },
  fgaExportCreate: { scopes: ['tenant:fga.read'] },
  fgaExportList: { scopes: ['tenant:fga.read'] },
  fgaExportGet: { scopes: ['tenant:fga.read'] },
  fgaExportResult: { scopes: ['tenant:fga.read'] },
  fgaExportDelete: { scopes: ['tenant:fga.write'] },
  permissionsList: { scopes: ['tenant:roles.read'] },
  permissionsCreate: { scopes: ['tenant:roles.write'] },
  permissionsGet: { scopes: ['tenant:roles.read'] },
  permissionsDelete: { scopes: ['tenant:roles.write'] },
  rolesList: { scopes: ['tenant:roles.read'] },
  rolesCreate: { scopes: ['tenant:roles.write'], stepUpSeconds: 900 },
  rolesGet: { scopes: ['tenant:roles.read'] },
  rolesUpdate: { scopes: ['tenant:roles.write'], stepUpSeconds: 900 },
  rolesDelete: { scopes: ['tenant:roles.write'], stepUpSeconds: 900 },
  roleAssignmentsList: { scopes: ['tenant:roles.read'] },
  roleAssignmentsCreate: { scopes: ['tenant:roles.write'], stepUpSeconds: 900 },
  roleAssignmentsDelete: { scopes: ['tenant:roles.write'], stepUpSeconds: 900 },
  userDirectoryGetAccess: { scopes: ['tenant:users.read', 'tenant:roles.read'] },
  entitlementsList: { scopes: ['tenant:settings.read'] },
  conditionalAccessPolicyList: { scopes: ['tenant:applications.read', 'tenant:clients.read'] },
  conditionalAccessPolicyCreate: { scopes: ['tenant:applications.write', 'tenant:clients.write'] },
  conditionalAccessPolicyGet: { scopes: ['tenant:applications.read', 'tenant:clients.read'] },
  conditionalAccessPolicyUpdate: { scopes: ['tenant:applications.write', 'tenant:clients.write'] },
  conditionalAccessPolicyDelete: { scopes: ['tenant:applications.write', 'tenant:clients.write'] },
  conditionalAccessPolicySimulate: { scopes: ['tenant:applications.read', 'tenant:clients.read'] },
  pimListActivations: { scopes: ['tenant:pim.elevate'] },
  pimRequestActivation: { scopes: ['tenant:pim.elevate'] },
  pimGetActiveScopes: { scopes: ['tenant:pim.elevate'] },
  pimGetActivation: {
    scopes: ['tenant:pim.elevate', 'tenant:pim.approve', 'tenant:pim.admin'],
    isAnyScope: true,
  },
  pimApproveActivation: { scopes: ['tenant:pim.approve'], stepUpSeconds: 900 },
  pimRevokeActivation: { scopes: ['tenant:pim.approve', 'tenant:pim.elevate'], isAnyScope: true },
  pimListEligible: { scopes: ['tenant:pim.elevate'] },
  pimEligibilityAdminList: { scopes: ['tenant:pim.admin'] },
  pimEligibilityAdminCreate: { scopes: ['tenant:pim.admin'], stepUpSeconds: 900 },
  pimEligibilityAdminGet: { scopes: ['tenant:pim.admin'] },
  pimEligibilityAdminUpdate: { scopes: ['tenant:pim.admin'], stepUpSeconds: 900 },
  pimEligibilityAdminDelete: { scopes: ['tenant:pim.admin'], stepUpSeconds: 900 },
  tokenClaimsGet: { scopes: ['tenant:applications.read'] },
  tokenClaimsEnable: { scopes: ['tenant:applications.write'] },
  tokenClaimsDisable: { scopes: ['tenant:applications.write'] },
  loginExperienceGetBranding: { scopes: ['tenant:idp.read'] },
  loginExperiencePutBranding: { scopes: ['tenant:idp.write'] },
  loginExperienceUploadAsset: { scopes: ['tenant:idp.write'] },
  loginExperienceListEmailTemplates: { scopes: ['tenant:idp.read'] },
  loginExperienceGetEmailTemplate: { scopes: ['tenant:idp.read'] },
  loginExperiencePutEmailTemplate: { scopes: ['tenant:idp.write'] },
  loginExperienceDeleteEmailTemplate: { scopes: ['tenant:idp.write'] },
  loginExperiencePreviewEmailTemplate: { scopes: ['tenant:idp.read'] },
  loginExperienceTestSendEmailTemplate: { scopes: ['tenant:idp.write'] },
  loginExperienceLoginAnalytics: { scopes: ['tenant:idp.read'] },
  loginExperienceListDomains: { scopes: ['tenant:idp.read'] },
  loginExperienceRegisterDomain: { scopes: ['tenant:idp.write'] },
  loginExperienceDeleteDomain: { scopes: ['tenant:idp.write'] },
  loginExperienceVerifyDomain: { scopes: ['tenant:idp.write'] },
  loginFlowGetActive: { scopes: ['tenant:idp.read'] },
  loginFlowGetDraft: { scopes: ['tenant:idp.read'] },
  loginFlowPutDraft: { scopes: ['tenant:idp.write'] },
  loginFlowActivate: { scopes: ['tenant:idp.write'], stepUpSeconds: 900 },
  loginFlowGetVersions: { scopes: ['tenant:idp.read'] },
  loginFlowGetVersion: { scopes: ['tenant:idp.read'] },
  loginFlowGetTemplates: { scopes: ['tenant:idp.read'] },
  loginFlowApplyTemplate: { scopes: ['tenant:idp.write'] },
  loginFlowGetAssuranceMethods: { scopes: ['tenant:idp.read'] },
  loginFlowListClientBindings: { scopes: ['tenant:idp.read'] },
  loginFlowGetClientBinding: { scopes: ['tenant:idp.read'] },
  loginFlowPutClientBinding: { scopes: ['tenant:idp.write'] },
  loginFlowDeleteClientBinding: { scopes: ['tenant:idp.write'] },
  loginFlowSimulate: { scopes: ['tenant:idp.read'] },
  meSignInMethodList: { scopes: ['self.read'] },
  meDeviceList: { scopes: ['self.read'] },
  meDeviceRemove: { scopes: ['self.write'] },
  meIdentityList: { scopes: ['self.read'] },
  meIdentityProviderList: { scopes: ['self.read'] },
  meIdentityStart: { scopes: ['self.write'], stepUpSeconds: 900 },
  meIdentityComplete: { scopes: ['self.write'] },
  meIdentityUnlink: { scopes: ['self.write'], stepUpSeconds: 900 },
  mePasswordSet: { scopes: ['self.write'], stepUpSeconds: 900 },
  meAuthenticatorBegin: { scopes: ['self.write'], stepUpSeconds: 900 },
  meAuthenticatorComplete: { scopes: ['self.write'] },
  meAuthenticatorUpdate: { scopes: ['self.write'] },
  meAuthenticatorRemove: { scopes: ['self.write'], stepUpSeconds: 900 },
  meRecoveryCodeReplace: { scopes: ['self.write'], stepUpSeconds: 900 },
  loginExperienceCreatePreview: { scopes: ['tenant:idp.read'] },
  loginExperienceListConnectors: { scopes: ['tenant:idp.read'] },
  loginExperienceGetConnector: { scopes: ['tenant:idp.read'] },
  loginExperienceCreateConnector: { scopes: ['tenant:idp.write'] },
  loginExperiencePatchConnector: { scopes: ['tenant:idp.write'] },
  loginExperienceDeleteConnector: { scopes: ['tenant:idp.write'] },
  userSignInMethodList: { scopes: ['tenant:users.read'] },
  userSignInMethodRemove: { scopes: ['tenant:users.write'], stepUpSeconds: 900 },
  userPasswordResetStart: { scopes: ['tenant:users.write'] },
  userCredentialUnlock: { scopes: ['tenant:users.write'] },
  consentList: { scopes: ['tenant:compliance.read'] },
  consentGrant: { scopes: ['tenant:compliance.write'] },
  consentCheck: { scopes: ['tenant:compliance.read'] },
  consentGet: { scopes: ['tenant:compliance.read'] },
  consentChange: { scopes: ['tenant:compliance.write'] },
  consentReceipt: { scopes: ['tenant:compliance.read'] },
  consentWithdraw: { scopes: ['tenant:compliance.write'] },
  consentPurposeList: { scopes: ['tenant:compliance.read'] },
  consentPurposeGet: { scopes: ['tenant:compliance.read'] },
  consentPurposePut: { scopes: ['tenant:compliance.write'] },
  consentPurposeRetire: { scopes: ['tenant:compliance.write'] },
  complianceProfileGet: { scopes: ['tenant:compliance.read'] },
  complianceProfilePut: { scopes: ['tenant:compliance.write'] },
  legalDocumentsList: { scopes: ['tenant:compliance.read'] },
  legalDocumentsCreate: { scopes: ['tenant:compliance.write'] },
  legalDocumentsGet: { scopes: ['tenant:compliance.read'] },
  legalDocumentsDelete: { scopes: ['tenant:compliance.write'] },
  legalDocumentsActivate: { scopes: ['tenant:compliance.write'] },
  legalDocumentsRetire: { scopes: ['tenant:compliance.write'] },
  erasureRequestCreate: { scopes: ['tenant:compliance.write'], stepUpSeconds: 900 },
  erasureRequestList: { scopes: ['tenant:compliance.read'] },
  erasureRequestStatus: { scopes: ['tenant:compliance.read'] },
  erasureRequestCancel: { scopes: ['tenant:compliance.write'] },
  erasureRequestCertificate: { scopes: ['tenant:compliance.read'] },
  erasureRequestRaiseHold: { scopes: ['tenant:compliance.write'] },
  erasureRequestLiftHold: { scopes: ['tenant:compliance.write'] },
  erasureVetoClientList: { scopes: ['tenant:compliance.read'] },
  erasureVetoClientRegister: { scopes: ['tenant:compliance.write'] },
  erasureVetoClientRemove: { scopes: ['tenant:compliance.write'] },
  accessRequestCreate: { scopes: ['tenant:compliance.write'] },
  accessRequestList: { scopes: ['tenant:compliance.read'] },
  accessRequestGet: { scopes: ['tenant:compliance.read'] },
  accessRequestBundle: {
    scopes: ['tenant:compliance.read', 'tenant:users.read'],
    stepUpSeconds: 900,
  },
  accessRequestRetry: { scopes: ['tenant:compliance.write'] },
  accessRequestCancel: { scopes: ['tenant:compliance.write'] },
  ssfReceiverList: { scopes: ['tenant:compliance.read'] },
  ssfReceiverRegister: { scopes: ['tenant:compliance.write'] },
  ssfReceiverGet: { scopes: ['tenant:compliance.read'] },
  ssfReceiverToggle: { scopes: ['tenant:compliance.write'] },
  ssfReceiverRemove: { scopes: ['tenant:compliance.write'] },
  ssfReceiverVerify: { scopes: ['tenant:compliance.write'] },
  ssfReceiverDeliveries: { scopes: ['tenant:compliance.read'] },
  auditExportCreate: { scopes: ['tenant:compliance.write'], stepUpSeconds: 900 },
  auditExportList: { scopes: ['tenant:compliance.read'] },
  auditExportGet: { scopes: ['tenant:compliance.read'] },
  auditExportDownload: {
    scopes: ['tenant:compliance.read', 'tenant:events.read'],
    stepUpSeconds: 900,
  },
  auditExportDelete: { scopes: ['tenant:compliance.write'] },
  meConsentList: { scopes: ['self.read'] },
  meConsentReceipt: { scopes: ['self.read'] },
  meConsentWithdraw: { scopes: ['self.write'] },
  meAccessRequestList: { scopes: ['self.read'] },
  meAccessRequestCreate: { scopes: ['self.write'] },
  meAccessRequestGet: { scopes: ['self.read'] },
  meAccessRequestBundle: { scopes: ['self.read'], stepUpSeconds: 900 },
  meErasureRequestGet: { scopes: ['self.read'] },
  meErasureRequestCreate: { scopes: ['self.write'], stepUpSeconds: 900 },
  meErasureRequestCancel: { scopes: ['self.write'] },
  auditRecordList: { scopes: ['tenant:compliance.read', 'tenant:events.read'] },
  auditRecordGet: { scopes: ['tenant:compliance.read', 'tenant:events.read'] },
  auditLogGet: { scopes: ['tenant:compliance.read'] },
  auditVerificationCreate: { scopes: ['tenant:compliance.read'] },
  auditVerificationGet: { scopes: ['tenant:compliance.read'] },
} as const satisfies Readonly<Record<string, OperationRow>>;

/** The name of an operation of the API. */
export type OperationId = keyof typeof operations;

/** The name of an operation that changes something: the audit log has them. */
export type WriteOperationId =
  | 'applicationCreate'
  | 'applicationUpdate'
  | 'applicationDelete'
  | 'applicationSecretCreate'
  | 'applicationSecretDelete'
  | 'apiResourceCreate'
  | 'apiResourceUpdate'
  | 'apiResourceDelete'
  | 'apiScopePut'
  | 'apiScopeRemove'
  | 'apiClientPut'
  | 'apiClientRemove'
  | 'apiDetailTypePut'
  | 'apiDetailTypeRemove'
  | 'apiSigningKeyRotate'
  | 'tenantIpRuleCreate'
  | 'tenantIpRuleDelete'
  | 'meApplicationRemove'
  | 'meSessionEndOthers'
  | 'meSessionEnd'
  | 'userSessionEndAll'
  | 'userSessionEnd'
  | 'tenantUpdate'
  | 'setupTestSignInCreate'
  | 'userDirectoryCreate'
  | 'userDirectoryPut'
  | 'userDirectoryPatch'
  | 'userDirectoryDelete'
  | 'userBulkJobCreate'
  | 'userBulkJobCancel'
  | 'userExportCreate'
  | 'userExportDelete'
  | 'organizationsCreate'
  | 'organizationsUpdate'
  | 'organizationsDelete'
  | 'organizationMembersPut'
  | 'organizationMembersRemove'
  | 'organizationInvitationsCreate'
  | 'organizationInvitationsResend'
  | 'organizationInvitationsRevoke'
  | 'organizationDomainsAdd'
  | 'organizationDomainsUpdate'
  | 'organizationDomainsDelete'
  | 'organizationDomainsVerify'
  | 'organizationSetupLinksCreate'
  | 'organizationSetupLinksRevoke'
  | 'setupComplete'
  | 'setupLinkCreate'
  | 'setupDomainCreate'
  | 'setupDomainVerify'
  | 'setupDomainDelete'
  | 'setupConnectionCreate'
  | 'setupConnectionReadMetadata'
  | 'setupConnectionUpdate'
  | 'setupConnectionDelete'
  | 'setupConnectionSetCredential'
  | 'setupConnectionProbe'
  | 'setupConnectionActivate'
  | 'setupDirectoryCreate'
  | 'setupDirectoryUpdate'
  | 'setupDirectoryDelete'
  | 'setupDirectorySetCredential'
  | 'setupDirectoryProbe'
  | 'setupDirectorySync'
  | 'setupScimBearerCreate'
  | 'setupScimBearerRotate'
  | 'directoriesCreate'
  | 'directoriesUpdate'
  | 'directoriesDelete'
  | 'directoriesSync'
  | 'directoryConnectorSetConnectorCredential'
  | 'directoryConnectorClearConnectorCredential'
  | 'directoryConnectorProbe'
  | 'directoryConnectorMintBearer'
  | 'directoryConnectorRevokeBearer'
  | 'directoryConnectorRotateBearer'
  | 'directoryGroupRoleMappingCreate'
  | 'directoryGroupRoleMappingDelete'
  | 'workspaceConnectionTesterTest'
  | 'cloudDirectoryConnectionTesterTest'
  | 'idpConnectionTesterTest'
  | 'attributeSchemaCreate'
  | 'attributeSchemaUpdate'
  | 'attributeSchemaDelete'
  | 'attributeSchemaPutSettings'
  | 'attributeSchemaTemplateApplyTemplate'
  | 'migrationSourcePut'
  | 'migrationSourceDelete'
  | 'migrationUploadCreate'
  | 'migrationUploadPut'
  | 'migrationSourceStartImport'
  | 'migrationSourceCancelImport'
  | 'migrationSourceResumeImport'
  | 'meUpdate'
  | 'mePreferencesPut'
  | 'meContactCreate'
  | 'meContactVerify'
  | 'meContactMakePrimary'
  | 'meContactDelete'
  | 'meOrganizationLeave'
  | 'meInvitationAccept'
  | 'meInvitationDecline'
  | 'webhookEndpointCreate'
  | 'webhookEndpointUpdate'
  | 'webhookEndpointDelete'
  | 'webhookDeliveryRedeliver'
  | 'webhookEndpointRotateSecret'
  | 'webhookEndpointRevokeSecret'
  | 'webhookRecoveryStart'
  | 'hookCreate'
  | 'hookUpdate'
  | 'hookDelete'
  | 'hookRotateSecret'
  | 'hookTest'
  | 'siemConfigureSink'
  | 'siemUpdateSink'
  | 'siemDeleteSink'
  | 'siemReplaySink'
  | 'setupLogStreamCreate'
  | 'setupLogStreamUpdate'
  | 'setupLogStreamDelete'
  | 'setupLogStreamTest'
  | 'webhookClaimSchemaPut'
  | 'webhookClaimSchemaDelete'
  | 'fgaModelWrite'
  | 'fgaModelActivate'
  | 'fgaTuplesWrite'
  | 'fgaTuplesImport'
  | 'fgaTuplesDeleteByFilter'
  | 'fgaAssertionsPut'
  | 'fgaExportCreate'
  | 'fgaExportDelete'
  | 'permissionsCreate'
  | 'permissionsDelete'
  | 'rolesCreate'
  | 'rolesUpdate'
  | 'rolesDelete'
  | 'roleAssignmentsCreate'
  | 'roleAssignmentsDelete'
  | 'conditionalAccessPolicyCreate'
  | 'conditionalAccessPolicyUpdate'
  | 'conditionalAccessPolicyDelete'
  | 'pimRequestActivation'
  | 'pimApproveActivation'
  | 'pimRevokeActivation'
  | 'pimEligibilityAdminCreate'
  | 'pimEligibilityAdminUpdate'
  | 'pimEligibilityAdminDelete'
  | 'tokenClaimsEnable'
  | 'tokenClaimsDisable'
  | 'loginExperiencePutBranding'
  | 'loginExperienceUploadAsset'
  | 'loginExperiencePutEmailTemplate'
  | 'loginExperienceDeleteEmailTemplate'
  | 'loginExperienceTestSendEmailTemplate'
  | 'loginExperienceRegisterDomain'
  | 'loginExperienceDeleteDomain'
  | 'loginExperienceVerifyDomain'
  | 'loginFlowPutDraft'
  | 'loginFlowActivate'
  | 'loginFlowApplyTemplate'
  | 'loginFlowPutClientBinding'
  | 'loginFlowDeleteClientBinding'
  | 'meDeviceRemove'
  | 'meIdentityStart'
  | 'meIdentityComplete'
  | 'meIdentityUnlink'
  | 'mePasswordSet'
  | 'meAuthenticatorBegin'
  | 'meAuthenticatorComplete'
  | 'meAuthenticatorUpdate'
  | 'meAuthenticatorRemove'
  | 'meRecoveryCodeReplace'
  | 'loginExperienceCreateConnector'
  | 'loginExperiencePatchConnector'
  | 'loginExperienceDeleteConnector'
  | 'userSignInMethodRemove'
  | 'userPasswordResetStart'
  | 'userCredentialUnlock'
  | 'consentGrant'
  | 'consentChange'
  | 'consentWithdraw'
  | 'consentPurposePut'
  | 'consentPurposeRetire'
  | 'complianceProfilePut'
  | 'legalDocumentsCreate'
  | 'legalDocumentsDelete'
  | 'legalDocumentsActivate'
  | 'legalDocumentsRetire'
  | 'erasureRequestCreate'
  | 'erasureRequestCancel'
  | 'erasureRequestRaiseHold'
  | 'erasureRequestLiftHold'
  | 'erasureVetoClientRegister'
  | 'erasureVetoClientRemove'
  | 'accessRequestCreate'
  | 'accessRequestRetry'
  | 'accessRequestCancel'
  | 'ssfReceiverRegister'
  | 'ssfReceiverToggle'
  | 'ssfReceiverRemove'
  | 'ssfReceiverVerify'
  | 'auditExportCreate'
  | 'auditExportDelete'
  | 'meConsentWithdraw'
  | 'meAccessRequestCreate'
  | 'meErasureRequestCreate'
  | 'meErasureRequestCancel'
  | 'auditVerificationCreate';
