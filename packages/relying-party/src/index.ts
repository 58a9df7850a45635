export { beginSignIn, pushSignIn } from './authorization-url.ts';
export type { SignInAttempt, SignInRequest } from './authorization-url.ts';
export { connectionUrls } from './connection-urls.ts';
export type { ConnectionUrls } from './connection-urls.ts';
export { readUserinfo, redeemSignIn, refreshSignIn } from './code-exchange.ts';
export type { RedeemedSignIn, RefreshedTokens, SignInCallback } from './code-exchange.ts';
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
export { UpstreamRejected, isGrantRefused } from './upstream.ts';
export type { Upstream, UpstreamAuth, UpstreamClient, UpstreamFailure } from './upstream.ts';
