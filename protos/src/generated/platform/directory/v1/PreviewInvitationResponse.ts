// Original file: protos/platform/directory/v1/directory.proto


// Original file: protos/platform/directory/v1/directory.proto

export const _platform_directory_v1_PreviewInvitationResponse_Outcome = {
  NOT_FOUND: 'NOT_FOUND',
  PENDING: 'PENDING',
  EXPIRED: 'EXPIRED',
  REVOKED: 'REVOKED',
  USED: 'USED',
} as const;

export type _platform_directory_v1_PreviewInvitationResponse_Outcome =
  | 'NOT_FOUND'
  | 0
  | 'PENDING'
  | 1
  | 'EXPIRED'
  | 2
  | 'REVOKED'
  | 3
  | 'USED'
  | 4

export type _platform_directory_v1_PreviewInvitationResponse_Outcome__Output = typeof _platform_directory_v1_PreviewInvitationResponse_Outcome[keyof typeof _platform_directory_v1_PreviewInvitationResponse_Outcome]

export interface PreviewInvitationResponse {
  'outcome'?: (_platform_directory_v1_PreviewInvitationResponse_Outcome);
  'invitationId'?: (string);
  'organizationId'?: (string);
  'email'?: (string);
  'emailMasked'?: (string);
  'organizationName'?: (string);
}

export interface PreviewInvitationResponse__Output {
  'outcome': (_platform_directory_v1_PreviewInvitationResponse_Outcome__Output);
  'invitationId': (string);
  'organizationId': (string);
  'email': (string);
  'emailMasked': (string);
  'organizationName': (string);
}
