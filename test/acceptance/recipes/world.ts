import { allScopes, selfScopes } from '@platform/contracts';
import type { ProblemCode } from '@platform/contracts';
import { eventually } from '@platform/testkit/eventually';
import type { PlatformUnderTest } from '@platform/testkit/platform';

/** The input of an operation. */
export interface Input {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Of an operation that takes a file. */
  file?: string;
  /** If the usual client cannot call it. */
  token?: string;
  /** The tag of what it acts on, where no operation reads that. */
  etag?: string;
  /** An acceptable error instead of success: the operation needs external servers, which a platform under test may not reach. */
  outage?: ProblemCode;
  /** The error instead of success, if no caller of the gateway can bring about the state that the operation needs. */
  refusal?: ProblemCode;
}

/** Things of one tenant that operations are called on. */
export interface World {
  platform: PlatformUnderTest;
  token: string;
  /** The tenant, by the name that the file knows it by. */
  tenant: string;
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

/** Returns the input of a successful call. */
export type Recipe = (world: World) => Input | Promise<Input>;

/** Creates something through the API. Throws when it is refused. */
export const make = async (
  { platform, token }: Pick<World, 'platform' | 'token'>,
  path: string,
  body: unknown,
  method: 'post' | 'put' = 'post',
): Promise<{ body: any; etag: string }> => {
  const answer = await platform.call(method, path, { body, token });
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return { body: answer.body, etag: answer.headers.get('etag') ?? '' };
};
/** The response body of {@link make}. */
export const post = async (
  w: Pick<World, 'platform' | 'token'>,
  path: string,
  body: unknown,
): Promise<any> => (await make(w, path, body)).body;
/** Makes a tenant's world through the API. */
export async function makeWorld(
  platform: PlatformUnderTest,
  tenant: string,
  receiverUrl: string,
): Promise<World> {
  let n = 0;
  const unique = (): string => `${tenant}${++n}x${Date.now().toString(36)}`;
  const world = {
    platform,
    tenant,
    token: await platform.token(tenant),
    receiverUrl,
    unique,
  } as World;
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
  world.event = await eventually(async () =>
    (await get(`/api/v1/events?type=user.created&limit=200`)).data?.find(
      (e: { subject: { id: string } }) => e.subject.id === world.user.id,
    ),
  );
  world.delivery = await eventually(async () =>
    (await get(`/api/v1/webhook-endpoints/${world.endpoint.id}/deliveries`)).data?.find(
      (d: { status: string }) => d.status === 'succeeded',
    ),
  );
  return world;
}

export const aUser = async (w: World): Promise<string> =>
  (await post(w, '/api/v1/directory/users', { email: `${w.unique()}@example.com` })).id;

export const anApplication = async (w: World): Promise<string> =>
  (await post(w, '/api/v1/applications', { name: 'x', type: 'm2m' })).clientId;

const elevation = allScopes.filter((scope) => scope.startsWith('tenant:pim.'));
const terminals = new WeakMap<World, Promise<string>>();

/** The application that people of the world sign in to. */
function terminalOf(w: World): Promise<string> {
  const known = terminals.get(w) ?? w.platform.signInApplication(w.tenant, elevation);
  terminals.set(w, known);
  return known;
}

/** A signed-in user who may use every elevation operation. */
export async function aSignedInUser(w: World): Promise<{ id: string; token: string }> {
  const person = await w.platform.person(w.tenant, { roles: ['tenant_owner'] });
  const application = { clientId: await terminalOf(w), scopes: elevation };
  const { accessToken } = await w.platform.signIn(w.tenant, person, application);
  return { id: person.id, token: accessToken };
}

const accountApplications = new WeakMap<World, Promise<string>>();

/** A user who is signed in to the own account. */
export interface Account {
  id: string;
  token: string;
  /** Signs the user in with another browser. Returns its token. */
  signInAgain(): Promise<string>;
}

/** A user, signed in to an application that has the scopes of the own account. */
export async function anAccount(w: World): Promise<Account> {
  const made =
    accountApplications.get(w) ?? w.platform.signInApplication(w.tenant, [...selfScopes]);
  accountApplications.set(w, made);
  const person = await w.platform.person(w.tenant);
  const application = { clientId: await made, scopes: selfScopes, isOffline: false };
  const signIn = async (): Promise<string> =>
    (await w.platform.signIn(w.tenant, person, application)).accessToken;
  return { id: person.id, token: await signIn(), signInAgain: signIn };
}
