// Original file: protos/platform/directory/v1/directory.proto

import type { Identifier as _platform_directory_v1_Identifier, Identifier__Output as _platform_directory_v1_Identifier__Output } from '../../../platform/directory/v1/Identifier.ts';
import type { Membership as _platform_directory_v1_Membership, Membership__Output as _platform_directory_v1_Membership__Output } from '../../../platform/directory/v1/Membership.ts';
import type { RoleSource as _platform_directory_v1_RoleSource, RoleSource__Output as _platform_directory_v1_RoleSource__Output } from '../../../platform/directory/v1/RoleSource.ts';
import type { Long } from '@grpc/proto-loader';

// Original file: protos/platform/directory/v1/directory.proto

export const _platform_directory_v1_ResolveUserResponse_Outcome = {
  NOT_FOUND: 'NOT_FOUND',
  FOUND: 'FOUND',
  AMBIGUOUS: 'AMBIGUOUS',
} as const;

export type _platform_directory_v1_ResolveUserResponse_Outcome =
  | 'NOT_FOUND'
  | 0
  | 'FOUND'
  | 1
  | 'AMBIGUOUS'
  | 2

export type _platform_directory_v1_ResolveUserResponse_Outcome__Output = typeof _platform_directory_v1_ResolveUserResponse_Outcome[keyof typeof _platform_directory_v1_ResolveUserResponse_Outcome]

export interface ResolveUserResponse {
  'outcome'?: (_platform_directory_v1_ResolveUserResponse_Outcome);
  'userJson'?: (string);
  'status'?: (string);
  'identifiers'?: (_platform_directory_v1_Identifier)[];
  'memberships'?: (_platform_directory_v1_Membership)[];
  'tenantRoles'?: (string)[];
  'groupIds'?: (string)[];
  'tokenAttributesJson'?: (string);
  'version'?: (number | string | Long);
  'organizationJson'?: (string);
  'roleSources'?: (_platform_directory_v1_RoleSource)[];
}

export interface ResolveUserResponse__Output {
  'outcome': (_platform_directory_v1_ResolveUserResponse_Outcome__Output);
  'userJson': (string);
  'status': (string);
  'identifiers': (_platform_directory_v1_Identifier__Output)[];
  'memberships': (_platform_directory_v1_Membership__Output)[];
  'tenantRoles': (string)[];
  'groupIds': (string)[];
  'tokenAttributesJson': (string);
  'version': (number);
  'organizationJson': (string);
  'roleSources': (_platform_directory_v1_RoleSource__Output)[];
}
