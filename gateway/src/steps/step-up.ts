import { isSignInOlder, signInRequired } from '@platform/kit/auth';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

/**
 * Requires a recent sign-in for operations that declare it (RFC 9470). It protects a browser that its user has left, so it applies to
 * sessions of the web applications: for the tokens of other clients, access policies decide.
 */
export const checkStepUp =
  ({ hosts, now }: GatewayContext): ExchangeStep =>
  (x) => {
    const stepUp = x.route?.operation?.stepUp;
    if (!stepUp || x.webSession === undefined) return;
    const { maxAgeSeconds } = stepUp;
    if (!isSignInOlder(x.verified!.principal, maxAgeSeconds, now())) return;
    throw signInRequired(
      { maxAgeSeconds },
      `This operation requires a sign-in of the last ${maxAgeSeconds / 60} minutes; sign in again`,
      hosts.resourceMetadata(x.headers.host),
    );
  };
