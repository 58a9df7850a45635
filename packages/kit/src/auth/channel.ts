import type { Logger } from '../telemetry/log.ts';
import { clusterKeySet } from './cluster-keys.ts';
import { projectedTokens } from './projected-token.ts';
import type { ProjectedTokenVerifier } from './projected-token.ts';
import type { ReviewToken } from './token-review.ts';

/** The properties of a channel that is authenticated by projected service-account tokens. Times in milliseconds. */
export interface ChannelSettings {
  enabled: boolean;
  issuer: string;
  jwksUri: string;
  audience: string;
  allowedSub: string;
  caPath: string;
  tokenPath: string;
  connectTimeout: number;
  readTimeout: number;
}

/**
 * A channel's verifier; undefined while the channel is closed, which is said once in the log. `review` is asked about tokens of
 * operators, where the channel is open to them.
 */
export function channelVerifier(
  name: string,
  settings: ChannelSettings,
  log: Logger,
  review?: ReviewToken,
): ProjectedTokenVerifier | undefined {
  if (!settings.enabled) {
    log.warn({ channel: name }, 'the channel is disabled: its paths return 404');
    return undefined;
  }
  const keys = clusterKeySet({
    jwksUri: settings.jwksUri,
    caPath: settings.caPath,
    tokenPath: settings.tokenPath,
    connectTimeoutMs: settings.connectTimeout,
    readTimeoutMs: settings.readTimeout,
    onFailure: (error) =>
      log.warn({ err: error, channel: name }, "the cluster's keys could not be fetched"),
  });
  return projectedTokens({
    issuer: settings.issuer,
    audience: settings.audience,
    allowedSub: settings.allowedSub,
    keys,
    review,
  });
}
