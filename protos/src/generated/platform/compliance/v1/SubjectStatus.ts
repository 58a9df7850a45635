// Original file: protos/platform/compliance/v1/compliance.proto


// Original file: protos/platform/compliance/v1/compliance.proto

export const _platform_compliance_v1_SubjectStatus_State = {
  NONE: 'NONE',
  OPEN: 'OPEN',
  ERASED: 'ERASED',
} as const;

export type _platform_compliance_v1_SubjectStatus_State =
  | 'NONE'
  | 0
  | 'OPEN'
  | 1
  | 'ERASED'
  | 2

export type _platform_compliance_v1_SubjectStatus_State__Output = typeof _platform_compliance_v1_SubjectStatus_State[keyof typeof _platform_compliance_v1_SubjectStatus_State]

export interface SubjectStatus {
  'state'?: (_platform_compliance_v1_SubjectStatus_State);
  'erasedAt'?: (string);
}

export interface SubjectStatus__Output {
  'state': (_platform_compliance_v1_SubjectStatus_State__Output);
  'erasedAt': (string);
}
