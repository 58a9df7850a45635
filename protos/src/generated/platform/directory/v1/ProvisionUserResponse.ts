// Original file: protos/platform/directory/v1/directory.proto


// Original file: protos/platform/directory/v1/directory.proto

export const _platform_directory_v1_ProvisionUserResponse_Outcome = {
  REFUSED: 'REFUSED',
  CREATED: 'CREATED',
  UPDATED: 'UPDATED',
  MATCHED: 'MATCHED',
  LINK_REQUIRED: 'LINK_REQUIRED',
} as const;

export type _platform_directory_v1_ProvisionUserResponse_Outcome =
  | 'REFUSED'
  | 0
  | 'CREATED'
  | 1
  | 'UPDATED'
  | 2
  | 'MATCHED'
  | 3
  | 'LINK_REQUIRED'
  | 4

export type _platform_directory_v1_ProvisionUserResponse_Outcome__Output = typeof _platform_directory_v1_ProvisionUserResponse_Outcome[keyof typeof _platform_directory_v1_ProvisionUserResponse_Outcome]

export interface ProvisionUserResponse {
  'outcome'?: (_platform_directory_v1_ProvisionUserResponse_Outcome);
  'userId'?: (string);
  'reason'?: (string);
}

export interface ProvisionUserResponse__Output {
  'outcome': (_platform_directory_v1_ProvisionUserResponse_Outcome__Output);
  'userId': (string);
  'reason': (string);
}
