import { Problem, problem } from '@platform/kit/problem';

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/**
 * Builds the value of `WWW-Authenticate` (RFC 6750 §3, RFC 9728 §5.1).
 * @param resourceMetadata URL of the protected resource's metadata.
 */
export function bearerChallenge(
  resourceMetadata: string,
  parameters: { error?: string; scope?: string } = {},
): string {
  const all = Object.entries({
    realm: 'product-api',
    resource_metadata: resourceMetadata,
    ...parameters,
  });
  return `Bearer ${all.map(([name, value]) => `${name}=${quoted(value)}`).join(', ')}`;
}

/**
 * Adds the challenge to a 401; returns every other error unchanged. The challenge to a request
 * without a token carries no error code (RFC 6750 §3.1).
 */
export function withChallenge(error: unknown, resourceMetadata: string): unknown {
  if (!(error instanceof Problem) || error.status !== 401) return error;
  const challenge = bearerChallenge(
    resourceMetadata,
    error.code === 'token_missing' ? {} : { error: 'invalid_token' },
  );
  return problem(error.code, {
    ...error.details,
    headers: { ...error.details.headers, 'WWW-Authenticate': challenge },
  });
}
