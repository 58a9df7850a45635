import { anApplication } from './world.ts';
import type { Recipe, World } from './world.ts';

const loginFlow = {
  schemaVersion: 1,
  name: 'Sign in',
  entrypoints: { default: 'who' },
  steps: [
    { id: 'who', type: 'identify', config: { identifiers: ['email'] }, on: { found: 'password' } },
    {
      id: 'password',
      type: 'authenticate',
      config: { role: 'first', methods: ['password'] },
      on: { success: 'done' },
    },
    { id: 'done', type: 'complete' },
  ],
};
const putFlow = (w: World, path: string, body: object) =>
  w.platform.call('put', `/api/v1/login-flows/${path}`, { body, token: w.token });
const aFlowDraft = async (w: World): Promise<{ etag: string }> => ({
  etag: (await putFlow(w, 'draft', loginFlow)).headers.get('etag') ?? '',
});
const aFlowBinding = async (w: World): Promise<{ clientId: string }> => {
  const clientId = await anApplication(w);
  await putFlow(w, `client-bindings/${clientId}`, {});
  return { clientId };
};

export const loginFlowRecipes: Record<string, Recipe> = {
  loginFlowGetActive: () => ({}),
  loginFlowGetDraft: async (w) => {
    await aFlowDraft(w);
    return {};
  },
  loginFlowPutDraft: () => ({ body: loginFlow }),
  loginFlowActivate: () => ({ body: { source: 'version', version: 0, expectedActiveVersion: 0 } }),
  loginFlowGetVersions: () => ({}),
  loginFlowGetVersion: () => ({ params: { version: '0' } }),
  loginFlowGetTemplates: () => ({}),
  loginFlowApplyTemplate: async (w) => ({
    params: { templateId: 'passkey_first' },
    ...(await aFlowDraft(w)),
  }),
  loginFlowGetAssuranceMethods: () => ({}),
  loginFlowListClientBindings: () => ({}),
  loginFlowGetClientBinding: async (w) => ({ params: await aFlowBinding(w) }),
  loginFlowPutClientBinding: async (w) => ({
    params: { clientId: await anApplication(w) },
    body: { minimumAssurance: 'aal2', allowedMethods: ['password', 'passkey', 'totp'] },
  }),
  loginFlowDeleteClientBinding: async (w) => ({ params: await aFlowBinding(w) }),
  loginFlowSimulate: () => ({
    body: {
      source: 'inline',
      definition: loginFlow,
      context: { user: { enrolledMethods: ['password'] }, risk: { level: 'low' } },
      answers: [{ step: 'password', outcome: 'attempt_failed' }],
    },
  }),
};
