import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '@platform/command-line/failure';
import type { TokenSource } from '@platform/sdk';
import { storeToken, storedToken } from './access-token-file.ts';
import type { StoredToken } from './access-token-file.ts';
import type { Profile } from './profiles.ts';
import { secretStore } from './secret-store.ts';
import { transport } from './transport.ts';

export interface ProfileTokensOptions {
  folder: string;
  name: string;
  profile: Profile;
}

/** Milliseconds that a process waits for another one that renews the token. */
const patience = { retries: 60, minTimeout: 100, maxTimeout: 1_000 };

/** Runs one process at a time: a refresh token that is used twice revokes the sign-in. */
async function exclusively<T>(folder: string, name: string, work: () => Promise<T>): Promise<T> {
  const { lock } = await import('proper-lockfile');
  mkdirSync(join(folder, 'locks'), { recursive: true, mode: 0o700 });
  const release = await lock(join(folder, 'locks', name), {
    realpath: false,
    stale: 30_000,
    retries: patience,
  });
  try {
    return await work();
  } finally {
    await release();
  }
}

/** What the SDK reports of a new access token, with the time when it expires. */
export const expiring = (
  accessToken: string,
  expiresInSeconds: number | undefined,
): StoredToken => ({
  accessToken,
  expiresAt: Date.now() + (expiresInSeconds ?? 60) * 1000,
});

const signedOut = (name: string, cause?: unknown): Error =>
  failure(
    'denied',
    `The sign-in of the profile ${name} has ended. Run \`tenantctl login --profile ${name}\`.`,
    cause,
  );

async function renew({ folder, name, profile }: ProfileTokensOptions): Promise<string> {
  const { OAuthError, clientCredentials, refreshedTokens } = await import('@platform/sdk/tokens');
  const store = secretStore(folder, profile);
  const secret = await store.read(name);
  if (secret === undefined) throw signedOut(name);
  const { issuer, clientId, scope } = profile;
  const client = {
    issuer,
    clientId,
    fetch: transport,
    onToken: (accessToken: string, seconds: number | undefined) =>
      storeToken(folder, name, expiring(accessToken, seconds)),
  };
  const source =
    profile.as === 'application'
      ? clientCredentials({ ...client, ...(scope && { scope }), clientSecret: secret })
      : refreshedTokens({
          ...client,
          refreshToken: secret,
          onRotate: (next) => store.write(name, next),
        });
  try {
    return await source({});
  } catch (error) {
    if (error instanceof OAuthError && error.error === 'invalid_grant')
      throw signedOut(name, error);
    throw error;
  }
}

/** Tokens of a profile, shared by the processes that use it. */
export function profileTokens(options: ProfileTokensOptions): TokenSource {
  const { folder, name } = options;
  const usable = async (rejected: string | undefined): Promise<string | undefined> => {
    const token = await storedToken(folder, name);
    return token?.accessToken === rejected ? undefined : token?.accessToken;
  };
  return async ({ rejected }) =>
    (await usable(rejected)) ??
    exclusively(folder, name, async () => (await usable(rejected)) ?? renew(options));
}
