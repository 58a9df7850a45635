export { fitsToken } from './claim-fit.ts';
export type { ClaimTarget, ClaimUse } from './claim-fit.ts';
export { claimSchemaCache, claimSchemas } from './claim-schemas.ts';
export type { ClaimSchemaCacheOptions, ClaimSchemasOf } from './claim-schemas.ts';
export { fitClaims } from './claim-size.ts';
export type { CandidateClaims, CustomClaim, FittedClaims } from './claim-size.ts';
export { claimCompiler, claimValidators } from './claim-validators.ts';
export type { ClaimValidator, ClaimValidatorOf } from './claim-validators.ts';
export { isCarriable, parseClaims, valueAt } from './claim-values.ts';
