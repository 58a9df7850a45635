// Original file: protos/platform/hub/v1/hub.proto

import type { IpRule as _platform_hub_v1_IpRule, IpRule__Output as _platform_hub_v1_IpRule__Output } from '../../../platform/hub/v1/IpRule.ts';
import type { Long } from '@grpc/proto-loader';

export interface IpRuleSet {
  'version'?: (number | string | Long);
  'rules'?: (_platform_hub_v1_IpRule)[];
}

export interface IpRuleSet__Output {
  'version': (number);
  'rules': (_platform_hub_v1_IpRule__Output)[];
}
