import { aUser, make, post } from './world.ts';
import type { Recipe, World } from './world.ts';

const aMember = async (w: World): Promise<Record<string, string>> => {
  const userId = await aUser(w);
  await w.platform.call('put', `/api/v1/organizations/${w.organization.id}/members/${userId}`, {
    token: w.token,
  });
  return { orgId: w.organization.id, userId };
};

const aDefinition = (w: World, more: object = {}) =>
  make(w, '/api/v1/attribute-schema', {
    entityKind: 'user',
    key: `k${w.unique()}`,
    type: 'string',
    ...more,
  });
const aDomain = async (w: World) => {
  const { body, etag } = await make(w, `/api/v1/organizations/${w.organization.id}/domains`, {
    domain: `${w.unique()}.com`,
  });
  return { params: { orgId: w.organization.id, domId: body.id as string }, etag };
};
const anInvitation = async (w: World) => {
  const path = `/api/v1/organizations/${w.organization.id}/invitations`;
  const { body, etag } = await make(w, path, { email: `${w.unique()}@example.com` });
  return { params: { orgId: w.organization.id, invId: body.id as string }, etag };
};

const anUpload = (w: World) =>
  post(w, '/api/v1/migration-sources/uploads', {
    fileName: 'users.ndjson',
    sizeBytes: 2,
    sha256: '53c234e5e8472b6ac51c1ae1cab3fe06fad053beb8ebfd8977b010655bfdd3c3',
  });
const aSource = async (w: World): Promise<void> => {
  await w.platform.call('put', '/api/v1/migration-sources', {
    token: w.token,
    body: migrationSource,
  });
};
/** No server listens there: an import retries in the background. */
const migrationSource = {
  kind: 'http',
  connection: { listUrl: 'https://legacy.invalid/users' },
};
/** A tenant has one import at a time. */
async function anImport(w: World): Promise<string> {
  await aSource(w);
  const path = '/api/v1/migration-sources/import';
  const started = await w.platform.call('post', path, { token: w.token });
  if (started.status === 202) return started.body.id;
  const latest = await w.platform.call('get', `${path}/jobs/latest`, { token: w.token });
  return latest.body.id;
}
async function noImport(w: World): Promise<string> {
  const id = await anImport(w);
  const path = `/api/v1/migration-sources/import/jobs/${id}/cancel`;
  await w.platform.call('post', path, { token: w.token });
  return id;
}
const aDirectory = async (w: World, body: object = { kind: 'scim' }) => {
  const made = await make(w, '/api/v1/directories', { name: w.unique(), ...body });
  return { id: made.body.id as string, etag: made.etag };
};
const entra = { kind: 'cloud_directory', config: { tenantId: 'contoso.example' } };
const clientSecret = {
  type: 'client_secret',
  clientId: 'platform',
  clientSecret: 'not-a-real-secret',
};
/** A directory to read; nothing is read, as no server listens at its credential's address. */
const aReadDirectory = async (w: World) => {
  const { id } = await aDirectory(w, { ...entra, sync: { enabled: false } });
  const path = `/api/v1/directories/${id}/connector-credential`;
  await w.platform.call('put', path, { token: w.token, body: clientSecret });
  return id;
};
const aBearer = async (w: World) => {
  const { id: directoryId } = await aDirectory(w);
  const { id: bearerId } = await post(w, `/api/v1/directories/${directoryId}/scim-bearers`, {});
  return { directoryId, bearerId: bearerId as string };
};
const aMapping = async (w: World) => {
  const { id: directoryId } = await aDirectory(w);
  const path = `/api/v1/directories/${directoryId}/group-role-mappings`;
  const { id } = await post(w, path, { groupExternalId: w.unique(), role: 'tenant_admin' });
  return { directoryId, id: id as string };
};
const metadataXml = '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"/>';

export const directoryRecipes: Record<string, Recipe> = {
  userDirectoryList: () => ({ query: { limit: '2' } }),
  userDirectoryCreate: (w) => ({
    body: {
      email: `${w.unique()}@example.com`,
      credential: {
        passwordHash: { algorithm: 'ssha', value: '{SSHA}MTIzNDU2Nzg5MDEyMzQ1Njc4OTBzYWx0' },
      },
    },
  }),
  userDirectoryGetByExternalId: (w) => ({ params: { externalId: w.user.externalId } }),
  userDirectoryGet: (w) => ({ params: { id: w.user.id } }),
  userDirectoryPut: async (w) => ({
    params: { id: await aUser(w) },
    body: { email: `${w.unique()}@example.com` },
  }),
  userDirectoryPatch: (w) => ({ params: { id: w.user.id }, body: { displayName: w.unique() } }),
  userDirectoryDelete: async (w) => ({ params: { id: await aUser(w) } }),
  userDirectoryListOrganizations: async (w) => ({
    params: { id: (await aMember(w))['userId'] as string },
  }),
  organizationsList: () => ({}),
  organizationsCreate: (w) => ({ body: { name: w.unique() } }),
  organizationsGet: (w) => ({ params: { orgId: w.organization.id } }),
  organizationsGetByExternalId: (w) => ({ params: { externalId: w.organization.externalId } }),
  organizationsUpdate: (w) => ({
    params: { orgId: w.organization.id },
    body: { name: w.unique() },
  }),
  organizationsDelete: async (w) => ({
    params: { orgId: (await post(w, '/api/v1/organizations', { name: w.unique() })).id },
  }),
  organizationMembersList: (w) => ({ params: { orgId: w.organization.id } }),
  organizationMembersGet: async (w) => ({ params: await aMember(w) }),
  organizationMembersPut: async (w) => ({
    params: { orgId: w.organization.id, userId: await aUser(w) },
    body: {},
  }),
  organizationMembersRemove: async (w) => ({ params: await aMember(w) }),
  organizationInvitationsList: (w) => ({ params: { orgId: w.organization.id } }),
  organizationInvitationsCreate: (w) => ({
    params: { orgId: w.organization.id },
    body: { email: `${w.unique()}@example.com`, message: 'Welcome' },
  }),
  organizationInvitationsGet: (w) => anInvitation(w),
  organizationInvitationsResend: (w) => anInvitation(w),
  organizationInvitationsRevoke: (w) => anInvitation(w),
  organizationDomainsList: (w) => ({ params: { orgId: w.organization.id } }),
  organizationDomainsAdd: (w) => ({
    params: { orgId: w.organization.id },
    body: { domain: `${w.unique()}.com` },
  }),
  organizationDomainsGet: (w) => aDomain(w),
  organizationDomainsUpdate: async (w) => ({
    ...(await aDomain(w)),
    body: { enrollment: 'auto_join' },
  }),
  organizationDomainsDelete: (w) => aDomain(w),
  organizationDomainsVerify: (w) => aDomain(w),
  organizationSetupLinksList: (w) => ({ params: { orgId: w.organization.id } }),
  organizationSetupLinksCreate: (w) => ({
    params: { orgId: w.organization.id },
    body: { intents: ['sso', 'domains'], recipient: `${w.unique()}@example.com` },
  }),
  organizationSetupLinksRevoke: async (w) => ({
    params: {
      orgId: w.organization.id,
      linkId: (
        await post(w, `/api/v1/organizations/${w.organization.id}/setup-links`, {
          intents: ['logs'],
          recipient: `${w.unique()}@example.com`,
        })
      ).id as string,
    },
  }),
  attributeSchemaList: () => ({ query: { entityKind: 'user' } }),
  attributeSchemaCreate: (w) => ({
    body: { entityKind: 'user', key: `k${w.unique()}`, type: 'string' },
  }),
  attributeSchemaGet: async (w) => ({ params: { id: (await aDefinition(w)).body.id } }),
  attributeSchemaUpdate: async (w) => ({
    params: { id: (await aDefinition(w)).body.id },
    body: { label: w.unique() },
  }),
  attributeSchemaDelete: async (w) => ({ params: { id: (await aDefinition(w)).body.id } }),
  attributeSchemaRender: () => ({ query: { entityKind: 'user', audience: 'self' } }),
  attributeSchemaGetSettings: () => ({ query: { entityKind: 'user' } }),
  attributeSchemaPutSettings: async (w) => {
    const path = '/api/v1/attribute-schema/settings?entityKind=organization';
    const { body, headers } = await w.platform.call('get', path, { token: w.token });
    const unmanagedAttributes = body.unmanagedAttributes === 'allow' ? 'reject' : 'allow';
    const query = { entityKind: 'organization' };
    return { query, body: { unmanagedAttributes }, etag: headers.get('etag') ?? undefined };
  },
  attributeSchemaTemplateListTemplates: () => ({ query: { entityKind: 'organization' } }),
  attributeSchemaTemplateApplyTemplate: () => ({
    body: { templateId: 'oidc_profile', onConflict: 'skip' },
  }),
  migrationSourceGet: async (w) => {
    await aSource(w);
    return {};
  },
  migrationSourcePut: async (w) => {
    await noImport(w);
    return { body: migrationSource };
  },
  migrationSourceDelete: async (w) => {
    await noImport(w);
    return {};
  },
  migrationUploadCreate: () => ({
    body: { fileName: 'users.ndjson', sizeBytes: 2, sha256: '0'.repeat(64) },
  }),
  migrationUploadPut: async (w) => ({ params: { id: (await anUpload(w)).id }, file: '2\n' }),
  migrationSourceStartImport: async (w) => {
    await aSource(w);
    return { query: { dryRun: 'true' } };
  },
  migrationSourceListImportJobs: () => ({ query: { limit: '2' } }),
  migrationSourceGetLatestImportJob: async (w) => {
    await anImport(w);
    return {};
  },
  migrationSourceGetImportJob: async (w) => ({ params: { id: await anImport(w) } }),
  migrationSourceListImportErrors: async (w) => ({ params: { id: await anImport(w) } }),
  migrationSourceCancelImport: async (w) => ({ params: { id: await anImport(w) } }),
  migrationSourceResumeImport: async (w) => ({ params: { id: await noImport(w) } }),
  directoriesList: () => ({ query: { limit: '2' } }),
  directoriesCreate: (w) => ({ body: { name: w.unique(), kind: 'scim' } }),
  directoriesGet: async (w) => ({ params: { id: (await aDirectory(w)).id } }),
  directoriesUpdate: async (w) => {
    const { id, etag } = await aDirectory(w);
    return { params: { id }, body: { name: w.unique() }, etag };
  },
  directoriesDelete: async (w) => {
    const { id, etag } = await aDirectory(w);
    return { params: { id }, etag };
  },
  directoriesSync: async (w) => ({
    params: { id: await aReadDirectory(w) },
    query: { dryRun: 'true' },
  }),
  directoriesListRequests: async (w) => ({ params: { id: (await aDirectory(w)).id } }),
  directoriesListSyncRuns: async (w) => ({ params: { id: (await aDirectory(w)).id } }),
  directoriesListUsers: async (w) => ({ params: { id: (await aDirectory(w)).id } }),
  directoriesListGroups: async (w) => ({ params: { id: (await aDirectory(w)).id } }),
  directoryConnectorSetConnectorCredential: async (w) => ({
    params: { directoryId: (await aDirectory(w, { ...entra, sync: { enabled: false } })).id },
    body: clientSecret,
  }),
  directoryConnectorClearConnectorCredential: async (w) => ({
    params: { directoryId: (await aDirectory(w, entra)).id },
  }),
  directoryConnectorProbe: async (w) => ({ params: { directoryId: (await aDirectory(w)).id } }),
  directoryConnectorListBearers: async (w) => ({
    params: { directoryId: (await aDirectory(w)).id },
  }),
  directoryConnectorMintBearer: async (w) => ({
    params: { directoryId: (await aDirectory(w)).id },
    body: { name: 'okta' },
  }),
  directoryConnectorRevokeBearer: async (w) => ({ params: await aBearer(w) }),
  directoryConnectorRotateBearer: async (w) => ({
    params: await aBearer(w),
    body: { overlapSeconds: 60 },
  }),
  directoryGroupRoleMappingList: async (w) => ({
    params: { directoryId: (await aDirectory(w)).id },
  }),
  directoryGroupRoleMappingCreate: async (w) => ({
    params: { directoryId: (await aDirectory(w)).id },
    body: { groupDisplayName: w.unique(), role: 'tenant_admin' },
  }),
  directoryGroupRoleMappingDelete: async (w) => ({ params: await aMapping(w) }),
  workspaceConnectionTesterTest: () => ({
    body: {
      serviceAccountKey: {
        type: 'service_account',
        client_email: 'sync@example.iam.gserviceaccount.com',
        private_key: 'not a key',
      },
      adminEmail: 'admin@example.com',
    },
  }),
  cloudDirectoryConnectionTesterTest: () => ({
    body: { tenantId: 'x', clientId: 'x', certificatePem: 'x', privateKeyPem: 'x' },
  }),
  idpConnectionTesterTest: () => ({ body: { protocol: 'saml', metadataXml } }),
};
