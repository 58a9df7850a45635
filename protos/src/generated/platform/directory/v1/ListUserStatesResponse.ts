// Original file: protos/platform/directory/v1/directory.proto

import type { UserState as _platform_directory_v1_UserState, UserState__Output as _platform_directory_v1_UserState__Output } from '../../../platform/directory/v1/UserState.ts';

export interface ListUserStatesResponse {
  'users'?: (_platform_directory_v1_UserState)[];
}

export interface ListUserStatesResponse__Output {
  'users': (_platform_directory_v1_UserState__Output)[];
}
