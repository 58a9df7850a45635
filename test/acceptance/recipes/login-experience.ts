import { post } from './world.ts';
import type { Recipe, World } from './world.ts';

const base = '/api/v1/login-experience';
const endpoints = {
  authorizationEndpoint: 'https://idp.example.com/authorize',
  tokenEndpoint: 'https://idp.example.com/token',
  userinfoEndpoint: 'https://idp.example.com/userinfo',
};
const connectorBody = {
  clientId: 'client',
  clientSecret: 'a-secret-of-the-provider',
  displayName: 'Partner',
  oidc: endpoints,
};

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const aConnector = async (w: World): Promise<{ provider: string }> => {
  const provider = `oauth2-${w.unique()}`;
  await post(w, `${base}/social-connectors/${provider}`, connectorBody);
  return { provider };
};

/** Recipes delete domains when they need room: a tenant has 10 at most. */
const aDomain = async (w: World): Promise<{ domain: string }> => {
  const { body } = await w.platform.call('get', `${base}/domains`, { token: w.token });
  for (const { domain } of body.data as { domain: string }[])
    await w.platform.call('delete', `${base}/domains/${domain}`, { token: w.token });
  const domain = `${w.unique()}.example.com`;
  await post(w, `${base}/domains`, { domain });
  return { domain };
};

const template = { subject: 'Welcome', html: '<p>Welcome</p>' };

const aTemplate = async (w: World): Promise<{ type: string }> => {
  const type = 'welcome';
  const body = template;
  await w.platform.call('put', `${base}/email-templates/${type}`, { body, token: w.token });
  return { type };
};

export const loginExperienceRecipes: Record<string, Recipe> = {
  loginExperienceGetBranding: () => ({}),
  loginExperiencePutBranding: (w) => ({
    body: { displayName: w.unique(), colors: { primary: '#2B59E0' } },
  }),
  loginExperienceUploadAsset: () => ({ body: { content: png } }),
  loginExperienceListConnectors: async (w) => (await aConnector(w), {}),
  loginExperienceGetConnector: async (w) => ({ params: await aConnector(w) }),
  loginExperienceCreateConnector: (w) => ({
    params: { provider: `oauth2-${w.unique()}` },
    body: connectorBody,
  }),
  loginExperiencePatchConnector: async (w) => ({
    params: await aConnector(w),
    body: { enabled: false },
  }),
  loginExperienceDeleteConnector: async (w) => ({ params: await aConnector(w) }),
  loginExperienceCreatePreview: () => ({
    body: { page: 'password', branding: { cornerStyle: 'pill' } },
  }),
  loginExperienceListEmailTemplates: () => ({}),
  loginExperiencePreviewEmailTemplate: () => ({ params: { type: 'welcome' }, body: template }),
  loginExperienceGetEmailTemplate: async (w) => ({ params: await aTemplate(w) }),
  loginExperiencePutEmailTemplate: () => ({ params: { type: 'welcome' }, body: template }),
  loginExperienceDeleteEmailTemplate: async (w) => ({ params: await aTemplate(w) }),
  loginExperienceTestSendEmailTemplate: async (w) => {
    const links = { supportEmail: 'support@example.com' };
    await w.platform.call('put', `${base}/branding`, { body: { links }, token: w.token });
    return { params: { type: 'welcome' } };
  },
  loginExperienceListDomains: async (w) => (await aDomain(w), {}),
  loginExperienceRegisterDomain: (w) => ({ body: { domain: `${w.unique()}.example.com` } }),
  loginExperienceVerifyDomain: async (w) => ({
    params: await aDomain(w),
    outage: 'upstream_failed',
  }),
  loginExperienceDeleteDomain: async (w) => ({ params: await aDomain(w) }),
  loginExperienceLoginAnalytics: () => ({ query: { from: '2026-11-01' } }),
};
