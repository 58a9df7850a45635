// Original file: protos/platform/hub/v1/hub.proto


// Original file: protos/platform/hub/v1/hub.proto

export const _platform_hub_v1_SignRequest_Purpose = {
  PURPOSE_UNSPECIFIED: 'PURPOSE_UNSPECIFIED',
  SET: 'SET',
  CONSENT_RECEIPT: 'CONSENT_RECEIPT',
  ERASURE_CERTIFICATE: 'ERASURE_CERTIFICATE',
  EXPORT_MANIFEST: 'EXPORT_MANIFEST',
  AUDIT_CHECKPOINT: 'AUDIT_CHECKPOINT',
} as const;

export type _platform_hub_v1_SignRequest_Purpose =
  | 'PURPOSE_UNSPECIFIED'
  | 0
  | 'SET'
  | 1
  | 'CONSENT_RECEIPT'
  | 2
  | 'ERASURE_CERTIFICATE'
  | 3
  | 'EXPORT_MANIFEST'
  | 4
  | 'AUDIT_CHECKPOINT'
  | 5

export type _platform_hub_v1_SignRequest_Purpose__Output = typeof _platform_hub_v1_SignRequest_Purpose[keyof typeof _platform_hub_v1_SignRequest_Purpose]

export interface SignRequest {
  'tenantId'?: (string);
  'purpose'?: (_platform_hub_v1_SignRequest_Purpose);
  'payloads'?: (string)[];
}

export interface SignRequest__Output {
  'tenantId': (string);
  'purpose': (_platform_hub_v1_SignRequest_Purpose__Output);
  'payloads': (string)[];
}
