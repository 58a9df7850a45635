import { property } from './property.ts';
import type { Property } from './property.ts';

/** Defaults of every channel that authenticates callers by projected service-account tokens. */
export const clusterDefaults = {
  issuer: 'https://kubernetes.default.svc.cluster.local',
  jwksUri: 'https://kubernetes.default.svc/openid/v1/jwks',
  caPath: '/var/run/secrets/kubernetes.io/serviceaccount/ca.crt',
  tokenPath: '/var/run/secrets/kubernetes.io/serviceaccount/token',
};

type ChannelSuffix =
  | 'enabled'
  | 'issuer'
  | 'jwks-uri'
  | 'audience'
  | 'allowed-sub'
  | 'ca-path'
  | 'token-path'
  | 'connect-timeout'
  | 'read-timeout';
type Channel<P extends string> = {
  [S in ChannelSuffix as `${P}.${S}`]: S extends 'enabled'
    ? Property<'Boolean'>
    : S extends 'connect-timeout' | 'read-timeout'
      ? Property<'Duration'>
      : Property<'String'>;
};

/**
 * The pattern must match the whole subject: one that lacks an anchor, is empty or exceeds 512
 * characters prevents the start.
 */
const anchored = (pattern: string): string | undefined =>
  pattern.length <= 512 && /^\^.+\$$/.test(pattern)
    ? undefined
    : 'must be a regular expression anchored by ^ and $, at most 512 characters';

/** Returns the properties of one channel. */
export function channel<P extends string>(
  prefix: P,
  options: { audience: string; allowedSub: string; enabled?: boolean },
): Channel<P> {
  const properties: Record<ChannelSuffix, Property> = {
    enabled: property(
      'Boolean',
      String(options.enabled ?? false),
      'Enables the channel. When disabled, its paths return 404.',
    ) as Property,
    issuer: property(
      'String',
      clusterDefaults.issuer,
      "Required `iss` claim of the caller's projected token.",
    ) as Property,
    'jwks-uri': property(
      'String',
      clusterDefaults.jwksUri,
      "URL of the cluster's key set.",
    ) as Property,
    audience: property(
      'String',
      options.audience,
      "Required `aud` claim of the caller's token.",
    ) as Property,
    'allowed-sub': property(
      'String',
      options.allowedSub,
      'Allowed callers: a regular expression that must match the whole subject of the token.',
      { check: anchored },
    ) as Property,
    'ca-path': property(
      'String',
      clusterDefaults.caPath,
      'CA bundle to trust when fetching the key set.',
    ) as Property,
    'token-path': property(
      'String',
      clusterDefaults.tokenPath,
      'File with the bearer token to send when fetching the key set.',
    ) as Property,
    'connect-timeout': property(
      'Duration',
      '2s',
      'Connect timeout for fetching the key set.',
    ) as Property,
    'read-timeout': property(
      'Duration',
      '2s',
      'Read timeout for fetching the key set.',
    ) as Property,
  };
  return Object.fromEntries(
    Object.entries(properties).map(([suffix, p]) => [`${prefix}.${suffix}`, p]),
  ) as unknown as Channel<P>;
}

/** Returns the subject pattern of one service account in the platform's namespace. */
export const serviceAccount = (name: string): string => `^system:serviceaccount:platform:${name}$`;
