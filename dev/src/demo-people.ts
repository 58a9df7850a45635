import { accessToken } from './access-token.ts';
import type { DemoTenant } from './demo-tenants.ts';

/** Somebody to sign in as. */
export interface DemoPerson {
  email: string;
  password: string;
}

/** An application of a tenant that people sign in to. */
export interface DemoClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Who signs in at every demo tenant. */
export const demoEmail = 'ada@example.com';
const clientId = 'demo-application';

type Answer = { status: number; body: { clientSecret?: string; secret?: string } };
type Post = (path: string, body: object) => Promise<Answer>;

function accepted(path: string, { status, body }: Answer): Answer['body'] {
  if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** An application that is there from an earlier start gets a new secret: nobody kept the old one. */
async function secretOf(post: Post, redirectBase: string): Promise<string> {
  const path = '/api/v1/applications';
  const made = await post(path, {
    clientId,
    name: 'Ledger',
    type: 'web',
    firstParty: false,
    allowedScopes: ['openid', 'profile', 'email', 'offline_access'],
    redirectUris: [`${redirectBase}/callback`],
    postLogoutRedirectUris: [redirectBase],
  });
  if (made.status !== 409) return accepted(path, made).clientSecret ?? '';
  const secrets = `${path}/${clientId}/secrets`;
  return accepted(secrets, await post(secrets, { expiresPreviousInSeconds: 0 })).secret ?? '';
}

async function addPerson(post: Post, { email, password }: DemoPerson): Promise<void> {
  const path = '/api/v1/directory/users';
  const profile = { email, emailVerified: true, displayName: 'Ada Lovelace' };
  const made = await post(path, { ...profile, credential: { password } });
  if (made.status !== 409) accepted(path, made);
}

/** Where the demo application of a tenant lives, seen from a browser. */
export const applicationPath = (base: string, slug: string): string => `${base}/${slug}`;

/** Makes a person and an application of a demo tenant through the API, as its administrator would. */
export async function addDemoPerson(
  { gateway, hub }: { gateway: string; hub: string },
  tenant: DemoTenant,
  { person, applicationBase }: { person: DemoPerson; applicationBase: string },
): Promise<DemoClient> {
  const token = await accessToken(hub, tenant);
  const post: Post = async (path, body) => {
    const answer = await fetch(`${gateway}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  };
  const [clientSecret] = await Promise.all([
    secretOf(post, applicationPath(applicationBase, tenant.slug)),
    addPerson(post, person),
  ]);
  return { issuer: tenant.issuer, clientId, clientSecret };
}
