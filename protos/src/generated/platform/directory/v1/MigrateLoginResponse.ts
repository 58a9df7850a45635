// Original file: protos/platform/directory/v1/directory.proto


// Original file: protos/platform/directory/v1/directory.proto

export const _platform_directory_v1_MigrateLoginResponse_Outcome = {
  NOT_CONFIGURED: 'NOT_CONFIGURED',
  VERIFIED: 'VERIFIED',
  REJECTED: 'REJECTED',
  UNAVAILABLE: 'UNAVAILABLE',
} as const;

export type _platform_directory_v1_MigrateLoginResponse_Outcome =
  | 'NOT_CONFIGURED'
  | 0
  | 'VERIFIED'
  | 1
  | 'REJECTED'
  | 2
  | 'UNAVAILABLE'
  | 3

export type _platform_directory_v1_MigrateLoginResponse_Outcome__Output = typeof _platform_directory_v1_MigrateLoginResponse_Outcome[keyof typeof _platform_directory_v1_MigrateLoginResponse_Outcome]

export interface MigrateLoginResponse {
  'outcome'?: (_platform_directory_v1_MigrateLoginResponse_Outcome);
  'userId'?: (string);
  'created'?: (boolean);
}

export interface MigrateLoginResponse__Output {
  'outcome': (_platform_directory_v1_MigrateLoginResponse_Outcome__Output);
  'userId': (string);
  'created': (boolean);
}
