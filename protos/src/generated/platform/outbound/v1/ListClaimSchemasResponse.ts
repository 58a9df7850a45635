// Original file: protos/platform/outbound/v1/outbound.proto

import type { ClaimSchema as _platform_outbound_v1_ClaimSchema, ClaimSchema__Output as _platform_outbound_v1_ClaimSchema__Output } from '../../../platform/outbound/v1/ClaimSchema.ts';

export interface ListClaimSchemasResponse {
  'items'?: (_platform_outbound_v1_ClaimSchema)[];
}

export interface ListClaimSchemasResponse__Output {
  'items': (_platform_outbound_v1_ClaimSchema__Output)[];
}
