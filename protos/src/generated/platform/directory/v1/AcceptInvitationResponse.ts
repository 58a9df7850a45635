// Original file: protos/platform/directory/v1/directory.proto


// Original file: protos/platform/directory/v1/directory.proto

export const _platform_directory_v1_AcceptInvitationResponse_Outcome = {
  NOT_FOUND: 'NOT_FOUND',
  ACCEPTED: 'ACCEPTED',
  EXPIRED: 'EXPIRED',
  REVOKED: 'REVOKED',
  USED: 'USED',
} as const;

export type _platform_directory_v1_AcceptInvitationResponse_Outcome =
  | 'NOT_FOUND'
  | 0
  | 'ACCEPTED'
  | 1
  | 'EXPIRED'
  | 2
  | 'REVOKED'
  | 3
  | 'USED'
  | 4

export type _platform_directory_v1_AcceptInvitationResponse_Outcome__Output = typeof _platform_directory_v1_AcceptInvitationResponse_Outcome[keyof typeof _platform_directory_v1_AcceptInvitationResponse_Outcome]

export interface AcceptInvitationResponse {
  'outcome'?: (_platform_directory_v1_AcceptInvitationResponse_Outcome);
  'organizationId'?: (string);
}

export interface AcceptInvitationResponse__Output {
  'outcome': (_platform_directory_v1_AcceptInvitationResponse_Outcome__Output);
  'organizationId': (string);
}
