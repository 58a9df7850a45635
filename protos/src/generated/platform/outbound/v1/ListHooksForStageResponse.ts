// Original file: protos/platform/outbound/v1/outbound.proto

import type { InlineHook as _platform_outbound_v1_InlineHook, InlineHook__Output as _platform_outbound_v1_InlineHook__Output } from '../../../platform/outbound/v1/InlineHook.ts';

export interface ListHooksForStageResponse {
  'hooks'?: (_platform_outbound_v1_InlineHook)[];
}

export interface ListHooksForStageResponse__Output {
  'hooks': (_platform_outbound_v1_InlineHook__Output)[];
}
