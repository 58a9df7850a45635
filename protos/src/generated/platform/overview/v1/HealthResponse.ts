// Original file: protos/platform/overview/v1/overview.proto

import type { HealthItem as _platform_overview_v1_HealthItem, HealthItem__Output as _platform_overview_v1_HealthItem__Output } from '../../../platform/overview/v1/HealthItem.ts';
import type { FirstStep as _platform_overview_v1_FirstStep, FirstStep__Output as _platform_overview_v1_FirstStep__Output } from '../../../platform/overview/v1/FirstStep.ts';

export interface HealthResponse {
  'items'?: (_platform_overview_v1_HealthItem)[];
  'firstSteps'?: (_platform_overview_v1_FirstStep)[];
}

export interface HealthResponse__Output {
  'items': (_platform_overview_v1_HealthItem__Output)[];
  'firstSteps': (_platform_overview_v1_FirstStep__Output)[];
}
