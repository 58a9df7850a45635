export { bearerVerifier } from './bearer.ts';
export type {
  AccessClaims,
  BearerOptions,
  BearerVerifier,
  IssuerMismatch,
  Verified,
} from './bearer.ts';
export { channelVerifier } from './channel.ts';
export type { ChannelSettings } from './channel.ts';
export { RevokedToken, boundSession, clientSubject, cutoffTable } from './cutoff.ts';
export type { Cutoff, Cutoffs } from './cutoff.ts';
export { ownUserId } from './own-account.ts';
export { isSlug, issuerReader, tenantIssuers } from './issuer.ts';
export type { IssuerForm, IssuerOptions } from './issuer.ts';
export { fetchKeySet } from './key-fetch.ts';
export { keySet } from './key-set.ts';
export type { KeySet, KeySetOptions } from './key-set.ts';
export { clusterKeySet } from './cluster-keys.ts';
export type { ClusterKeySetOptions } from './cluster-keys.ts';
export { projectedTokens, serviceToken } from './projected-token.ts';
export type {
  ProjectedTokenOptions,
  ProjectedTokenVerifier,
  ServiceCaller,
} from './projected-token.ts';
export { projectedTokenFile } from './projected-token-file.ts';
export { newScimBearer, scimBearerDigest } from './scim-bearer.ts';
export type { ScimBearerDigest } from './scim-bearer.ts';
export { elevatedScopes, requireKindOfCaller, requireScopes, scopeSet } from './scope.ts';
export { isSignInOlder, signInRequired } from './step-up.ts';
export type { SignInDemand } from './step-up.ts';
export { requireActive, tenantDirectory, tenantLabel } from './tenant-directory.ts';
export type { GetTenant, DirectoryTenant, TenantLookup } from './tenant-directory.ts';
export { tokenReviews } from './token-review.ts';
export type { ReviewToken, ReviewedToken, TokenReviewOptions } from './token-review.ts';
