import { mkdirSync } from 'node:fs';
import { failure, usageError } from '@platform/command-line/failure';
import type { Terminal } from '@platform/command-line/terminal';
import type { DeviceCode } from '@platform/sdk';
import { allScopes } from '../generated/scopes.ts';
import { storeToken } from './access-token-file.ts';
import { expiring } from './profile-tokens.ts';
import { changeProfiles, configFolder } from './profiles.ts';
import type { Profile } from './profiles.ts';
import { chooseStore, secretFile, secretStore } from './secret-store.ts';
import { transport } from './transport.ts';

/** The client of every installation for people at a terminal. */
const deviceClientId = 'platform-cli';

const userScopes = ['openid', 'profile', 'email', 'offline_access'];

export interface LoginOptions {
  env: NodeJS.ProcessEnv;
  terminal: Terminal;
  issuer: string;
  api?: string | undefined;
  name?: string | undefined;
  scope?: string | undefined;
  readOnly?: boolean | undefined;
  /** Opens the address of the device code. */
  openBrowser: ((url: string) => Promise<void>) | undefined;
  application?: { clientId: string; clientSecret: string } | undefined;
}

/** What a sign-in at the issuer gives. */
interface SignedIn {
  accessToken: string;
  expiresInSeconds: number | undefined;
  secret: string;
}

function httpUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw usageError(`${name} must be a URL such as https://acme.id.example.com.`);
  return url.href.replace(/\/+$/, '');
}

/** `https://acme.id.example.com` → `acme` */
const nameOf = (issuer: string): string => new URL(issuer).hostname.split('.')[0]!;

const checkName = (name: string): string => {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name))
    throw usageError('--profile must have letters, digits, ".", "_" and "-" only.');
  return name;
};

/** The scopes to request; undefined for all that an application is allowed to have. */
function scopeOf({ scope, readOnly, application }: LoginOptions): string | undefined {
  const wanted = scope?.split(/[\s,]+/).filter(Boolean);
  if (application && !readOnly) return wanted?.join(' ');
  const chosen =
    wanted ?? (readOnly ? allScopes.filter((one) => one.endsWith('.read')) : allScopes);
  return [...new Set([...(application ? [] : userScopes), ...chosen])].join(' ');
}

async function showCode(
  { terminal, openBrowser }: LoginOptions,
  { userCode, verificationUri, verificationUriComplete, expiresInSeconds }: DeviceCode,
): Promise<void> {
  const minutes = Math.floor(expiresInSeconds / 60);
  terminal.note(`Your code: ${userCode} (valid for ${minutes} minutes)`);
  terminal.note(`Confirm it in a browser: ${verificationUri}`);
  await openBrowser?.(verificationUriComplete ?? verificationUri);
}

async function signIn(options: LoginOptions, scope: string | undefined): Promise<SignedIn> {
  const { clientCredentials, deviceTokens } = await import('@platform/sdk/tokens');
  const { issuer, application } = options;
  let expiresInSeconds: number | undefined;
  const shared = {
    issuer,
    fetch: transport,
    ...(scope && { scope }),
    onToken: (_token: string, seconds: number | undefined) => void (expiresInSeconds = seconds),
  };
  if (application) {
    const accessToken = await clientCredentials({ ...shared, ...application })({});
    return { accessToken, expiresInSeconds, secret: application.clientSecret };
  }
  let secret: string | undefined;
  const source = deviceTokens({
    ...shared,
    clientId: deviceClientId,
    onCode: (code) => showCode(options, code),
    onRotate: (refreshToken) => void (secret = refreshToken),
  });
  const accessToken = await source({});
  if (secret === undefined)
    throw failure(
      'denied',
      'The issuer returned no refresh token. Request offline_access in --scope.',
    );
  return { accessToken, expiresInSeconds, secret };
}

/** Signs in and stores the profile. Returns its name and the access token. */
export async function login(
  options: LoginOptions,
): Promise<{ name: string; accessToken: string; profile: Profile }> {
  const { env, terminal, application } = options;
  const issuer = httpUrl(options.issuer, '--issuer');
  const api = httpUrl(options.api ?? issuer, '--api');
  const name = checkName(options.name ?? nameOf(issuer));
  const scope = scopeOf(options);
  const { accessToken, expiresInSeconds, secret } = await signIn({ ...options, issuer }, scope);
  const folder = configFolder(env);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secretIn = await chooseStore(env);
  const profile: Profile = {
    issuer,
    api,
    clientId: application?.clientId ?? deviceClientId,
    as: application ? 'application' : 'user',
    ...(scope && { scope }),
    secretIn,
  };
  await secretStore(folder, profile).write(name, secret);
  storeToken(folder, name, expiring(accessToken, expiresInSeconds));
  await changeProfiles(folder, ({ profiles }) => ({
    current: name,
    profiles: { ...profiles, [name]: profile },
  }));
  if (secretIn === 'file' && env['TENANTCTL_KEYCHAIN'] !== 'off')
    terminal.note(
      `Warning: this system has no keychain. The ${application ? 'client secret' : 'refresh token'} is in ${secretFile(folder, name)}, which only you can read.`,
    );
  return { name, accessToken, profile };
}
