export { beginSignIn } from './authorization-url.ts';
export type { SignInAttempt, SignInRequest } from './authorization-url.ts';
export { readUserinfo, redeemSignIn } from './code-exchange.ts';
export type { RedeemedSignIn, SignInCallback } from './code-exchange.ts';
export {
  SamlMetadataFault,
  algorithmOf,
  announcedAlgorithms,
  childElements,
  entityOf,
  idpRoleOf,
  parsedMetadata,
  samlProvider,
  signatureNs,
  signingCertificates,
  ssoBindings,
} from './saml-metadata.ts';
export type { SamlProvider } from './saml-metadata.ts';
export { UpstreamRejected } from './upstream.ts';
export type { Upstream, UpstreamAuth, UpstreamClient, UpstreamFailure } from './upstream.ts';
