import type { PlatformUnderTest } from './platform-under-test.ts';

/** What an operation is called with. */
export interface Input {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Where the usual client cannot call it. */
  token?: string;
  /** The tag of what it acts on, where no operation reads that. */
  etag?: string;
}

/** Things of one tenant that operations are called on. */
export interface World {
  platform: PlatformUnderTest;
  token: string;
  user: { id: string; externalId: string };
  organization: { id: string; externalId: string };
  application: { clientId: string };
  endpoint: { id: string };
  delivery: { id: string };
  event: { id: string };
  receiverUrl: string;
  /** Text that no other call has used. */
  unique(): string;
}

type Recipe = (world: World) => Input | Promise<Input>;

const make = async (
  { platform, token }: Pick<World, 'platform' | 'token'>,
  path: string,
  body: unknown,
): Promise<{ body: any; etag: string }> => {
  const answer = await platform.call('post', path, { body, token });
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return { body: answer.body, etag: answer.headers.get('etag') ?? '' };
};
const post = async (
  w: Pick<World, 'platform' | 'token'>,
  path: string,
  body: unknown,
): Promise<any> => (await make(w, path, body)).body;
const until = async <T>(find: () => Promise<T | undefined>): Promise<T> => {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('what was waited for did not come');
};

/** Makes a tenant's world through the API. */
export async function makeWorld(
  platform: PlatformUnderTest,
  slug: string,
  receiverUrl: string,
): Promise<World> {
  let n = 0;
  const unique = (): string => `${slug}${++n}x${Date.now().toString(36)}`;
  const world = { platform, token: await platform.token(slug), receiverUrl, unique } as World;
  world.endpoint = await post(world, '/api/v1/webhook-endpoints', {
    url: receiverUrl,
    eventTypes: ['user.created'],
  });
  world.user = await post(world, '/api/v1/directory/users', {
    email: `${unique()}@example.com`,
    externalId: unique(),
  });
  world.organization = await post(world, '/api/v1/organizations', {
    name: unique(),
    externalId: unique(),
  });
  world.application = await post(world, '/api/v1/applications', {
    name: 'Service',
    type: 'm2m',
    allowedScopes: ['tenant:users.read'],
  });
  const get = async (path: string) =>
    (await platform.call('get', path, { token: world.token })).body;
  world.event = await until(async () =>
    (await get(`/api/v1/events?type=user.created&limit=200`)).data?.find(
      (e: { subject: { id: string } }) => e.subject.id === world.user.id,
    ),
  );
  world.delivery = await until(async () =>
    (await get(`/api/v1/webhook-endpoints/${world.endpoint.id}/deliveries`)).data?.find(
      (d: { status: string }) => d.status === 'succeeded',
    ),
  );
  return world;
}

const aUser = async (w: World): Promise<string> =>
  (await post(w, '/api/v1/directory/users', { email: `${w.unique()}@example.com` })).id;
const aMember = async (w: World): Promise<Record<string, string>> => {
  const userId = await aUser(w);
  await w.platform.call('put', `/api/v1/organizations/${w.organization.id}/members/${userId}`, {
    token: w.token,
  });
  return { orgId: w.organization.id, userId };
};
const anApplication = async (w: World): Promise<string> =>
  (await post(w, '/api/v1/applications', { name: 'x', type: 'm2m' })).clientId;
const anEndpoint = async (w: World, more: object = {}): Promise<string> =>
  (
    await post(w, '/api/v1/webhook-endpoints', {
      url: w.receiverUrl,
      eventTypes: ['user.deleted'],
      ...more,
    })
  ).id;

const aClaimSchema = async (w: World): Promise<{ claimName: string }> => {
  const claimName = `claim_${w.unique()}`;
  await w.platform.call('put', `/api/v1/webhook-claim-schemas/${claimName}`, {
    body: { schema: { type: 'string' } },
    token: w.token,
  });
  return { claimName };
};

const aPermission = (w: World) =>
  post(w, '/api/v1/permissions', { name: `invoices.${w.unique()}` });
const aRole = (w: World) =>
  post(w, '/api/v1/roles', { key: `r-${w.unique()}`, permissions: ['tenant:users.read'] });
const anAssignment = (w: World) =>
  make(w, '/api/v1/role-assignments', {
    principal: { type: 'client', id: w.unique() },
    role: 'auditor',
  });

const fgaModel = `model
  schema 1.1
type user
type document
  relations
    define owner: [user]
    define viewer: [user] or owner
`;
const aModel = (w: World, more: object = {}) =>
  post(w, '/api/v1/fga/models', { dsl: fgaModel, ...more });
const aTuple = (w: World) => ({
  subject: `user:${w.unique()}`,
  relation: 'viewer',
  object: 'document:plan',
});

const policiesPath = (w: World): string =>
  `/api/v1/clients/${w.application.clientId}/access-policies`;
const aPolicyBody = (w: World) => ({
  name: w.unique(),
  conditions: { networks: { exclude: { cidrs: ['192.0.2.0/24'] } } },
  controls: { assurance: { acr: 'aal2' } },
});
const aPolicy = async (w: World): Promise<Record<string, string>> => ({
  clientId: w.application.clientId,
  id: (await post(w, policiesPath(w), aPolicyBody(w))).id,
});
const eligibilityOf = (w: World, id: string) =>
  post(w, '/api/v1/pim/eligible-assignments', {
    principal: { type: 'user', id },
    role: 'support',
    rules: { requireJustification: false },
  });
/** Someone who may ask, and their token. */
const aCandidate = async (w: World): Promise<{ token: string; eligibleAssignmentId: string }> => {
  const id = await aUser(w);
  return {
    token: await w.platform.userToken('demo', id),
    eligibleAssignmentId: (await eligibilityOf(w, id)).id,
  };
};
const anActivation = async (w: World): Promise<Pick<Input, 'params' | 'etag'>> => {
  const { token, eligibleAssignmentId } = await aCandidate(w);
  const {
    body: { id },
    etag,
  } = await make({ ...w, token }, '/api/v1/pim/activations', { eligibleAssignmentId });
  return { params: { id }, etag };
};
const aUserToken = async (w: World): Promise<string> =>
  w.platform.userToken('demo', await aUser(w));

const anExport = { subject: 'user:anne', relation: 'viewer', type: 'document' };
const exportsOf = async ({ platform, token }: World): Promise<{ id: string; state: string }[]> =>
  (await platform.call('get', '/api/v1/fga/list-objects-exports', { token })).body.data;
const freeSlot = (w: World) =>
  until(async () =>
    (await exportsOf(w)).every((e) => e.state === 'COMPLETED') ? true : undefined,
  );
const aFinishedExport = async (w: World): Promise<{ id: string }> => {
  await freeSlot(w);
  await aModel(w);
  const { id } = await post(w, '/api/v1/fga/list-objects-exports', anExport);
  await freeSlot(w);
  return { id };
};

/** How each operation of the catalogue is called so that it succeeds. */
export const recipes: Record<string, Recipe> = {
  applicationList: () => ({}),
  applicationCreate: () => ({ body: { name: 'Service', type: 'm2m' } }),
  applicationGet: (w) => ({ params: { clientId: w.application.clientId } }),
  applicationUpdate: (w) => ({
    params: { clientId: w.application.clientId },
    body: { description: w.unique() },
  }),
  applicationDelete: async (w) => ({ params: { clientId: await anApplication(w) } }),
  applicationSecretList: (w) => ({ params: { clientId: w.application.clientId } }),
  applicationSecretCreate: async (w) => ({
    params: { clientId: await anApplication(w) },
    body: {},
  }),
  applicationSecretDelete: async (w) => {
    const clientId = await anApplication(w);
    const {
      body: { id: secretId },
      etag,
    } = await make(w, `/api/v1/applications/${clientId}/secrets`, {});
    return { params: { clientId, secretId }, etag };
  },
  tenantIpRuleList: () => ({}),
  tenantIpRuleCreate: (w) => ({
    body: {
      action: 'deny',
      cidr: `198.51.100.${w.unique().length + Math.floor(Math.random() * 200)}/32`,
    },
  }),
  async tenantIpRuleDelete(w) {
    const {
      body: { id: ruleId },
      etag,
    } = await make(w, '/api/v1/ip-rules', {
      action: 'deny',
      cidr: `2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}::/64`,
    });
    return { params: { ruleId }, etag };
  },
  tenantIpRuleEvaluate: () => ({ query: { address: '203.0.113.9' } }),
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
  eventsList: () => ({ query: { limit: '3', type: 'user.*' } }),
  eventsGet: (w) => ({ params: { id: w.event.id } }),
  eventTypesList: () => ({}),
  eventTypesGet: () => ({ params: { type: 'user.created' } }),
  webhookEndpointList: () => ({}),
  webhookEndpointCreate: (w) => ({ body: { url: w.receiverUrl, eventTypes: ['organization.*'] } }),
  webhookEndpointGet: (w) => ({ params: { id: w.endpoint.id } }),
  webhookEndpointUpdate: (w) => ({
    params: { id: w.endpoint.id },
    body: { description: w.unique() },
  }),
  webhookEndpointDelete: async (w) => ({ params: { id: await anEndpoint(w) } }),
  webhookEndpointDeliveries: (w) => ({ params: { id: w.endpoint.id } }),
  webhookDeliveryGet: (w) => ({ params: { id: w.endpoint.id, deliveryId: w.delivery.id } }),
  webhookDeliveryRedeliver: (w) => ({ params: { id: w.endpoint.id, deliveryId: w.delivery.id } }),
  webhookEndpointRotateSecret: async (w) => ({ params: { id: await anEndpoint(w) }, body: {} }),
  webhookEndpointRevokeSecret: async (w) => {
    const id = await anEndpoint(w);
    const { secrets } = await post(w, `/api/v1/webhook-endpoints/${id}/rotate-secret`, {});
    return { params: { id, secretId: secrets[1].id } };
  },
  webhookRecoveryStart: async (w) => ({
    params: { id: await anEndpoint(w) },
    body: { since: new Date(Date.now() - 1000).toISOString() },
  }),
  webhookRecoveryGet: async (w) => {
    const id = await anEndpoint(w);
    return {
      params: {
        id,
        recoveryId: (
          await post(w, `/api/v1/webhook-endpoints/${id}/recoveries`, {
            since: new Date(Date.now() - 1000).toISOString(),
          })
        ).id,
      },
    };
  },
  permissionsList: () => ({}),
  permissionsCreate: (w) => ({
    body: { name: `invoices.${w.unique()}`, clientId: w.application.clientId },
  }),
  permissionsGet: async (w) => ({ params: { id: (await aPermission(w)).id } }),
  permissionsDelete: async (w) => ({ params: { id: (await aPermission(w)).id } }),
  rolesList: () => ({}),
  rolesCreate: (w) => ({ body: { key: `r-${w.unique()}`, permissions: ['tenant:users.read'] } }),
  rolesGet: async (w) => ({ params: { id: (await aRole(w)).id } }),
  rolesUpdate: async (w) => ({
    params: { id: (await aRole(w)).id },
    body: { displayName: 'Reader', permissions: ['tenant:orgs.read'] },
  }),
  rolesDelete: async (w) => ({ params: { id: (await aRole(w)).id } }),
  roleAssignmentsList: () => ({ query: { role: 'auditor' } }),
  roleAssignmentsCreate: (w) => ({
    body: { principal: { type: 'client', id: w.unique() }, role: 'support' },
  }),
  async roleAssignmentsDelete(w) {
    const {
      body: { id },
      etag,
    } = await anAssignment(w);
    return { params: { id }, etag };
  },
  conditionalAccessPolicyList: (w) => ({ params: { clientId: w.application.clientId } }),
  conditionalAccessPolicyCreate: async (w) => ({
    params: { clientId: await anApplication(w) },
    body: aPolicyBody(w),
  }),
  conditionalAccessPolicyGet: async (w) => ({ params: await aPolicy(w) }),
  conditionalAccessPolicyUpdate: async (w) => ({
    params: await aPolicy(w),
    body: { mode: 'enabled' },
  }),
  conditionalAccessPolicyDelete: async (w) => ({ params: await aPolicy(w) }),
  conditionalAccessPolicySimulate: (w) => ({
    params: { clientId: w.application.clientId },
    body: { ip: '203.0.113.9', candidate: aPolicyBody(w) },
  }),
  pimListActivations: async (w) => (await anActivation(w), {}),
  pimRequestActivation: async (w) => {
    const { token, eligibleAssignmentId } = await aCandidate(w);
    return { token, body: { eligibleAssignmentId } };
  },
  pimGetActiveScopes: async (w) => ({ token: await aUserToken(w) }),
  pimGetActivation: anActivation,
  pimApproveActivation: async (w) => ({ ...(await anActivation(w)), token: await aUserToken(w) }),
  pimRevokeActivation: anActivation,
  pimListEligible: async (w) => ({ token: (await aCandidate(w)).token }),
  pimEligibilityAdminList: async (w) => (await eligibilityOf(w, await aUser(w)), {}),
  pimEligibilityAdminCreate: async (w) => ({
    body: { principal: { type: 'user', id: await aUser(w) }, scopes: ['tenant:users.read'] },
  }),
  pimEligibilityAdminGet: async (w) => ({
    params: { id: (await eligibilityOf(w, await aUser(w))).id },
  }),
  pimEligibilityAdminDelete: async (w) => ({
    params: { id: (await eligibilityOf(w, await aUser(w))).id },
  }),
  entitlementsList: () => ({}),
  tokenClaimsGet: (w) => ({ params: { clientId: w.application.clientId } }),
  tokenClaimsEnable: async (w) => ({
    params: { clientId: await anApplication(w) },
    body: { claims: ['roles'], failureMode: 'deny' },
  }),
  tokenClaimsDisable: async (w) => {
    const clientId = await anApplication(w);
    await w.platform.call('put', `/api/v1/applications/${clientId}/token-claims`, {
      token: w.token,
    });
    return { params: { clientId } };
  },
  fgaStoreGet: () => ({}),
  fgaModelList: () => ({}),
  fgaModelWrite: (w) => ({
    body: { dsl: fgaModel.replaceAll('owner', `o${w.unique()}`), activate: false },
  }),
  fgaModelGet: async (w) => ({ params: { modelId: (await aModel(w)).id } }),
  fgaModelActivate: async (w) => ({ params: { modelId: (await aModel(w)).id } }),
  fgaTuplesRead: () => ({ query: { object: 'document:' } }),
  fgaTuplesWrite: async (w) => (await aModel(w), { body: { writes: [aTuple(w)] } }),
  fgaTuplesImport: async (w) => (await aModel(w), { body: { tuples: [aTuple(w), aTuple(w)] } }),
  fgaTuplesDeleteByFilter: (w) => ({ body: { filter: { subject: `user:${w.unique()}` } } }),
  fgaExportCreate: async (w) => (await freeSlot(w), await aModel(w), { body: anExport }),
  fgaExportList: () => ({}),
  fgaExportGet: async (w) => ({ params: { id: (await aFinishedExport(w)).id } }),
  fgaExportResult: async (w) => ({ params: { id: (await aFinishedExport(w)).id } }),
  fgaExportDelete: async (w) => ({ params: { id: (await aFinishedExport(w)).id } }),
  fgaCheck: async (w) => (await aModel(w), { body: aTuple(w) }),
  fgaExpand: async (w) => (await aModel(w), { body: { object: 'document:1', relation: 'viewer' } }),
  fgaListObjects: async (w) => (
    await aModel(w),
    { body: { subject: 'user:anne', relation: 'viewer', type: 'document' } }
  ),
  fgaListSubjects: async (w) => (
    await aModel(w),
    { body: { object: 'document:1', relation: 'viewer', subjectFilters: [{ type: 'user' }] } }
  ),
  fgaAuthzenEvaluation: async (w) => (
    await aModel(w),
    {
      body: {
        subject: { type: 'user', id: 'anne' },
        action: { name: 'viewer' },
        resource: { type: 'document', id: '1' },
      },
    }
  ),
  fgaAuthzenEvaluations: async (w) => (
    await aModel(w),
    {
      body: {
        subject: { type: 'user', id: 'anne' },
        action: { name: 'viewer' },
        evaluations: [{ resource: { type: 'document', id: '1' } }],
      },
    }
  ),
  fgaChangesList: () => ({ query: { objectType: 'document' } }),
  webhookClaimSchemaList: () => ({}),
  webhookClaimSchemaGet: async (w) => ({ params: await aClaimSchema(w) }),
  webhookClaimSchemaPut: (w) => ({
    params: { claimName: `https://claims.example.com/${w.unique()}` },
    body: { schema: { type: 'string' }, clientIds: [w.application.clientId] },
  }),
  webhookClaimSchemaDelete: async (w) => ({ params: await aClaimSchema(w) }),
  hookTest: (w) => ({ params: { id: w.endpoint.id }, body: {} }),
};

/** Ids that are well formed and name nothing, by the form of the id they stand for. */
export const absent = (value: string): string =>
  /^[a-z]+_[0-9a-z]{26}$/.test(value)
    ? `${value.split('_', 1)[0]}_01h455vb4pex5vsknk084sn02q`
    : `no-such-${value.length}`;
