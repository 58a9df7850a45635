// Original file: protos/platform/fga/v1/fga.proto

import type { EntitledFamily as _platform_fga_v1_EntitledFamily, EntitledFamily__Output as _platform_fga_v1_EntitledFamily__Output } from '../../../platform/fga/v1/EntitledFamily.ts';
import type { Long } from '@grpc/proto-loader';

export interface EntitlementsResponse {
  'families'?: (_platform_fga_v1_EntitledFamily)[];
  'revision'?: (number | string | Long);
}

export interface EntitlementsResponse__Output {
  'families': (_platform_fga_v1_EntitledFamily__Output)[];
  'revision': (number);
}
