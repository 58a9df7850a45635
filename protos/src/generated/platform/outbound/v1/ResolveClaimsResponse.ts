// Original file: protos/platform/outbound/v1/outbound.proto

import type { ClaimsOfToken as _platform_outbound_v1_ClaimsOfToken, ClaimsOfToken__Output as _platform_outbound_v1_ClaimsOfToken__Output } from '../../../platform/outbound/v1/ClaimsOfToken.ts';
import type { ClaimSourceCall as _platform_outbound_v1_ClaimSourceCall, ClaimSourceCall__Output as _platform_outbound_v1_ClaimSourceCall__Output } from '../../../platform/outbound/v1/ClaimSourceCall.ts';

export interface ResolveClaimsResponse {
  'claims'?: (_platform_outbound_v1_ClaimsOfToken)[];
  'unmet'?: (string)[];
  'sources'?: (_platform_outbound_v1_ClaimSourceCall)[];
}

export interface ResolveClaimsResponse__Output {
  'claims': (_platform_outbound_v1_ClaimsOfToken__Output)[];
  'unmet': (string)[];
  'sources': (_platform_outbound_v1_ClaimSourceCall__Output)[];
}
