import { failure, usageError } from '@platform/command-line/failure';
import type { Terminal } from '@platform/command-line/terminal';
import type { Client, Hooks, TokenSource } from '@platform/sdk';
import type { CommonOptions } from '../common-options.ts';
import { nearestName } from '@platform/configuration/nearest-name';
import { profileTokens } from './profile-tokens.ts';
import { configFolder, readProfiles } from './profiles.ts';
import type { Profile } from './profiles.ts';
import { transport } from './transport.ts';

/** Who calls which API. */
export interface Session {
  /** URL of the API. */
  api: string;
  client: Client;
  token: string | TokenSource;
  /** The name of the stored sign-in; undefined if the environment has the credentials. */
  profileName: string | undefined;
  profile: Pick<Profile, 'issuer' | 'clientId' | 'as'> | undefined;
}

type Found = Omit<Session, 'client'>;

/** Credentials in the environment, for jobs without a stored sign-in. */
async function environmentSession(env: NodeJS.ProcessEnv): Promise<Found | undefined> {
  const {
    TENANTCTL_TOKEN: token,
    TENANTCTL_ISSUER: issuer,
    TENANTCTL_API: api = issuer,
    TENANTCTL_CLIENT_ID: clientId,
    TENANTCTL_CLIENT_SECRET: clientSecret,
  } = env;
  if (token) {
    if (!api) throw usageError('TENANTCTL_TOKEN requires TENANTCTL_API, the URL of the API.');
    return { api, token, profileName: undefined, profile: undefined };
  }
  if (!clientId || !clientSecret) return undefined;
  if (!issuer || !api)
    throw usageError('TENANTCTL_CLIENT_ID requires TENANTCTL_ISSUER, the issuer of the tenant.');
  const { clientCredentials } = await import('@platform/sdk/tokens');
  const source = clientCredentials({ issuer, clientId, clientSecret, fetch: transport });
  const profile = { issuer, clientId, as: 'application' as const };
  return { api, token: source, profileName: undefined, profile };
}

async function storedSession(env: NodeJS.ProcessEnv, named: string | undefined): Promise<Found> {
  const folder = configFolder(env);
  const { current, profiles } = await readProfiles(folder);
  const name = named ?? current;
  if (name === undefined)
    throw failure(
      'denied',
      'You are not signed in. Run `tenantctl login --issuer https://…`, with the issuer of your tenant.',
    );
  const profile = profiles[name];
  if (!profile) {
    const similar = nearestName(name, Object.keys(profiles));
    throw failure(
      'denied',
      `There is no profile ${name}.${similar ? ` Did you mean ${similar}?` : ''} Run \`tenantctl login --profile ${name}\`.`,
    );
  }
  const token = profileTokens({ folder, name, profile });
  return { api: profile.api, token, profileName: name, profile };
}

/** Lines about requests for `--verbose`. */
const verboseHooks = ({ note }: Terminal): Hooks => ({
  response: ({ method, url, status, durationMs, requestId }) =>
    note(`${method} ${url} ${status} in ${durationMs} ms${requestId ? ` (${requestId})` : ''}`),
  failure: ({ problem, retryInMs }) => {
    if (retryInMs !== undefined)
      note(`${problem.message}. Trying again in ${Math.ceil(retryInMs / 1000)} s.`);
  },
});

/**
 * Finds the credentials of a command: those of `--profile`, then of the environment, then of the current profile.
 * @throws Error with exit code 3 if there are none
 */
export async function openSession(
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  { profile: named, verbose }: Pick<CommonOptions, 'profile' | 'verbose'>,
): Promise<Session> {
  const found =
    (named === undefined && (await environmentSession(env))) || (await storedSession(env, named));
  const { createClient } = await import('@platform/sdk/client');
  const { api: baseUrl, token } = found;
  const client = createClient({
    baseUrl,
    token,
    fetch: transport,
    userAgent: 'tenantctl/0.1.0',
    ...(verbose && { hooks: verboseHooks(terminal) }),
  });
  return { ...found, client };
}
