import { OAuthError, metadataOf, postForm } from './oauth.ts';
import type { Grant, IssuerMetadata, OAuthClient } from './oauth.ts';
import { sleep } from './retry.ts';
import { cachedTokens } from './token-cache.ts';
import type { TokenSource } from './token-source.ts';

export { OAuthError } from './oauth.ts';
export type { OAuthClient } from './oauth.ts';
export type { TokenRequest, TokenSource } from './token-source.ts';

/**
 * Tokens of an application itself, for scripts and backends. They are kept until shortly before they expire.
 * @example
 * const token = clientCredentials({ issuer: 'https://acme.id.example.com', clientId, clientSecret });
 */
export function clientCredentials(client: OAuthClient & { clientSecret: string }): TokenSource {
  const metadata = metadataOf(client);
  return cachedTokens(async () => {
    const form = { grant_type: 'client_credentials', scope: client.scope };
    return postForm<Grant>(client, (await metadata()).token_endpoint, form);
  });
}

/** A refresh token, and where its successors are stored. */
export interface RefreshOptions extends OAuthClient {
  refreshToken: string;
  /**
   * Called with each new refresh token before its access token is used. Store it: the previous one is no longer valid, and using it
   * again revokes both.
   */
  onRotate?: (refreshToken: string) => void | Promise<void>;
}

/** Tokens of a user who has signed in before. */
export function refreshedTokens(options: RefreshOptions): TokenSource {
  const metadata = metadataOf(options);
  let { refreshToken } = options;
  return cachedTokens(async () => {
    const form = {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      scope: options.scope,
    };
    const grant = await postForm<Grant>(options, (await metadata()).token_endpoint, form);
    if (grant.refresh_token !== undefined && grant.refresh_token !== refreshToken) {
      refreshToken = grant.refresh_token;
      await options.onRotate?.(refreshToken);
    }
    return grant;
  });
}

/** A code that a user enters on another device (RFC 8628). */
export interface DeviceCode {
  userCode: string;
  verificationUri: string;
  /** The address with the code in it, for a QR code. */
  verificationUriComplete: string | undefined;
  expiresInSeconds: number;
}

export interface DeviceOptions extends OAuthClient {
  /** Shows the code and the address to the user. */
  onCode: (code: DeviceCode) => void | Promise<void>;
  /** Called with each refresh token, also the first: see {@link RefreshOptions}. */
  onRotate?: (refreshToken: string) => void | Promise<void>;
  /** Ends the wait for the user. */
  signal?: AbortSignal;
}

interface DeviceAuthorization {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete?: string;
  expires_in: number;
  interval?: number;
}

/** Tokens of a user who signs in on another device. The first call waits for them. Without a refresh token they sign in again. */
export function deviceTokens(options: DeviceOptions): TokenSource {
  const metadata = metadataOf(options);
  let refreshed: TokenSource | undefined;
  const first = cachedTokens(async () => {
    const grant = await signInOnDevice(options, await metadata());
    const { refresh_token: refreshToken } = grant;
    if (refreshToken === undefined) return grant;
    await options.onRotate?.(refreshToken);
    refreshed = startingWith(grant, refreshedTokens({ ...options, refreshToken }));
    return grant;
  });
  return (request) => (refreshed ?? first)(request);
}

/** Uses the token of a grant while it lasts, then the source. */
function startingWith(grant: Grant, source: TokenSource): TokenSource {
  const until = Date.now() + ((grant.expires_in ?? Infinity) - 10) * 1000;
  let isRejected = false;
  return (request) => {
    isRejected ||= request.rejected === grant.access_token;
    return Date.now() < until && !isRejected ? grant.access_token : source(request);
  };
}

async function signInOnDevice(options: DeviceOptions, metadata: IssuerMetadata): Promise<Grant> {
  const { signal } = options;
  const endpoint = metadata.device_authorization_endpoint;
  if (endpoint === undefined) throw new TypeError(`${options.issuer} has no device authorization`);
  const form = { scope: options.scope };
  const device = await postForm<DeviceAuthorization>(options, endpoint, form, signal);
  await options.onCode({
    userCode: device.user_code,
    verificationUri: device.verification_uri,
    verificationUriComplete: device.verification_uri_complete,
    expiresInSeconds: device.expires_in,
  });
  let intervalSeconds = device.interval ?? 5;
  for (;;) {
    await sleep(intervalSeconds * 1000, signal);
    try {
      return await postForm<Grant>(
        options,
        metadata.token_endpoint,
        {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: device.device_code,
        },
        signal,
      );
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      if (error.error === 'slow_down') intervalSeconds += 5;
      else if (error.error !== 'authorization_pending') throw error;
    }
  }
}
