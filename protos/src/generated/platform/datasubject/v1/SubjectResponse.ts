// Original file: protos/platform/datasubject/v1/datasubject.proto

import type { SubjectItem as _platform_datasubject_v1_SubjectItem, SubjectItem__Output as _platform_datasubject_v1_SubjectItem__Output } from '../../../platform/datasubject/v1/SubjectItem.ts';

// Original file: protos/platform/datasubject/v1/datasubject.proto

export const _platform_datasubject_v1_SubjectResponse_Outcome = {
  NOTHING_FOUND: 'NOTHING_FOUND',
  DONE: 'DONE',
  BLOCKED: 'BLOCKED',
} as const;

export type _platform_datasubject_v1_SubjectResponse_Outcome =
  | 'NOTHING_FOUND'
  | 0
  | 'DONE'
  | 1
  | 'BLOCKED'
  | 2

export type _platform_datasubject_v1_SubjectResponse_Outcome__Output = typeof _platform_datasubject_v1_SubjectResponse_Outcome[keyof typeof _platform_datasubject_v1_SubjectResponse_Outcome]

export interface SubjectResponse {
  'peer'?: (string);
  'outcome'?: (_platform_datasubject_v1_SubjectResponse_Outcome);
  'items'?: (_platform_datasubject_v1_SubjectItem)[];
  'blockedReason'?: (string);
  'completedAt'?: (string);
}

export interface SubjectResponse__Output {
  'peer': (string);
  'outcome': (_platform_datasubject_v1_SubjectResponse_Outcome__Output);
  'items': (_platform_datasubject_v1_SubjectItem__Output)[];
  'blockedReason': (string);
  'completedAt': (string);
}
