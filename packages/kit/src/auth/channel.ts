import type { Logger } from '../telemetry/log.ts';
import { clusterKeySet } from './cluster-keys.ts';
import { projectedTokens } from './projected-token.ts';
import type { ProjectedTokenVerifier } from './projected-token.ts';
import type { ReviewToken } from './token-review.ts';

/**
 * Properties of a channel that authenticates callers by projected service-account tokens. Times in
 * milliseconds.
 */
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
 * Creates a channel's verifier. Returns undefined, and logs it once, if the channel is disabled.
 * `review` checks the tokens of operators, if the channel accepts them.
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
