// Original file: protos/platform/directory/v1/directory.proto

import type { DirectoryConnection as _platform_directory_v1_DirectoryConnection, DirectoryConnection__Output as _platform_directory_v1_DirectoryConnection__Output } from '../../../platform/directory/v1/DirectoryConnection.ts';

export interface ResolveDomainResponse {
  'organizationId'?: (string);
  'enrollment'?: (string);
  'connections'?: (_platform_directory_v1_DirectoryConnection)[];
}

export interface ResolveDomainResponse__Output {
  'organizationId': (string);
  'enrollment': (string);
  'connections': (_platform_directory_v1_DirectoryConnection__Output)[];
}
