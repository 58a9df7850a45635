import type { Principal } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import { bearerChallenge } from './challenge.ts';

/** The sign-in that a request needs (RFC 9470 §3). */
export interface SignInDemand {
  acr?: string | undefined;
  /** The longest time since the sign-in, in seconds. */
  maxAgeSeconds?: number | undefined;
}

/** Whether the sign-in of a user is older than `maxAgeSeconds` at `now` (milliseconds), or its time is unknown. */
export function isSignInOlder(
  { authentication }: Pick<Principal, 'authentication'>,
  maxAgeSeconds: number,
  now: number,
): boolean {
  const signedInAt = authentication?.authTime ?? null;
  return signedInAt === null || now / 1000 - signedInAt > maxAgeSeconds;
}

/**
 * Creates the problem 401 `insufficient_user_authentication` with its challenge (RFC 9470 §3).
 * @param resourceMetadata URL of the protected resource's metadata.
 */
export function signInRequired(
  { acr, maxAgeSeconds }: SignInDemand,
  detail: string,
  resourceMetadata: string,
): Problem {
  const members = {
    ...(acr === undefined ? {} : { acr_values: acr }),
    ...(maxAgeSeconds === undefined ? {} : { max_age: maxAgeSeconds }),
  };
  const parameters = Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, String(value)]),
  );
  return problem('insufficient_user_authentication', {
    detail,
    members,
    headers: {
      'WWW-Authenticate': bearerChallenge(resourceMetadata, {
        error: 'insufficient_user_authentication',
        ...parameters,
      }),
    },
  });
}
