export { beginSignIn } from './authorization-url.ts';
export type { SignInAttempt, SignInRequest } from './authorization-url.ts';
export { readUserinfo, redeemSignIn } from './code-exchange.ts';
export type { RedeemedSignIn, SignInCallback } from './code-exchange.ts';
export { UpstreamRejected } from './upstream.ts';
export type { Upstream, UpstreamAuth, UpstreamClient, UpstreamFailure } from './upstream.ts';
