import { aSignedInUser, aUser, anApplication, make, post } from './world.ts';
import type { Input, Recipe, World } from './world.ts';

const aPermission = (w: World) =>
  post(w, '/api/v1/permissions', { name: `invoices.${w.unique()}` });

const aRole = (w: World) =>
  post(w, '/api/v1/roles', { key: `r-${w.unique()}`, permissions: ['tenant:users.read'] });

const anAssignment = (w: World) =>
  make(w, '/api/v1/role-assignments', {
    principal: { type: 'client', id: w.unique() },
    role: 'auditor',
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

/** A user who may request elevation, and their token. */
const aCandidate = async (w: World): Promise<{ token: string; eligibleAssignmentId: string }> => {
  const { id, token } = await aSignedInUser(w);
  return { token, eligibleAssignmentId: (await eligibilityOf(w, id)).id };
};

const anActivation = async (w: World): Promise<Pick<Input, 'params' | 'etag'>> => {
  const { token, eligibleAssignmentId } = await aCandidate(w);
  const {
    body: { id },
    etag,
  } = await make({ ...w, token }, '/api/v1/pim/activations', { eligibleAssignmentId });
  return { params: { id }, etag };
};

export const accessRecipes: Record<string, Recipe> = {
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
  pimGetActiveScopes: async (w) => ({ token: (await aSignedInUser(w)).token }),
  pimGetActivation: anActivation,
  pimApproveActivation: async (w) => ({
    ...(await anActivation(w)),
    token: (await aSignedInUser(w)).token,
  }),
  pimRevokeActivation: anActivation,
  pimListEligible: async (w) => ({ token: (await aCandidate(w)).token }),
  pimEligibilityAdminList: async (w) => (await eligibilityOf(w, await aUser(w)), {}),
  pimEligibilityAdminCreate: async (w) => ({
    body: { principal: { type: 'user', id: await aUser(w) }, scopes: ['tenant:users.read'] },
  }),
  pimEligibilityAdminGet: async (w) => ({
    params: { id: (await eligibilityOf(w, await aUser(w))).id },
  }),
  pimEligibilityAdminUpdate: async (w) => ({
    params: { id: (await eligibilityOf(w, await aUser(w))).id },
    body: { rules: { maxDurationSeconds: 3600 } },
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
};
