import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { DirectoryClient as _platform_directory_v1_DirectoryClient, DirectoryDefinition as _platform_directory_v1_DirectoryDefinition } from './platform/directory/v1/Directory.ts';
import type { FederatedIdentity as _platform_directory_v1_FederatedIdentity, FederatedIdentity__Output as _platform_directory_v1_FederatedIdentity__Output } from './platform/directory/v1/FederatedIdentity.ts';
import type { Identifier as _platform_directory_v1_Identifier, Identifier__Output as _platform_directory_v1_Identifier__Output } from './platform/directory/v1/Identifier.ts';
import type { Membership as _platform_directory_v1_Membership, Membership__Output as _platform_directory_v1_Membership__Output } from './platform/directory/v1/Membership.ts';
import type { ProvisionAction as _platform_directory_v1_ProvisionAction, ProvisionAction__Output as _platform_directory_v1_ProvisionAction__Output } from './platform/directory/v1/ProvisionAction.ts';
import type { ProvisionUserRequest as _platform_directory_v1_ProvisionUserRequest, ProvisionUserRequest__Output as _platform_directory_v1_ProvisionUserRequest__Output } from './platform/directory/v1/ProvisionUserRequest.ts';
import type { ProvisionUserResponse as _platform_directory_v1_ProvisionUserResponse, ProvisionUserResponse__Output as _platform_directory_v1_ProvisionUserResponse__Output } from './platform/directory/v1/ProvisionUserResponse.ts';
import type { ResolveUserRequest as _platform_directory_v1_ResolveUserRequest, ResolveUserRequest__Output as _platform_directory_v1_ResolveUserRequest__Output } from './platform/directory/v1/ResolveUserRequest.ts';
import type { ResolveUserResponse as _platform_directory_v1_ResolveUserResponse, ResolveUserResponse__Output as _platform_directory_v1_ResolveUserResponse__Output } from './platform/directory/v1/ResolveUserResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    directory: {
      v1: {
        Directory: SubtypeConstructor<typeof grpc.Client, _platform_directory_v1_DirectoryClient> & { service: _platform_directory_v1_DirectoryDefinition }
        FederatedIdentity: MessageTypeDefinition<_platform_directory_v1_FederatedIdentity, _platform_directory_v1_FederatedIdentity__Output>
        Identifier: MessageTypeDefinition<_platform_directory_v1_Identifier, _platform_directory_v1_Identifier__Output>
        Membership: MessageTypeDefinition<_platform_directory_v1_Membership, _platform_directory_v1_Membership__Output>
        ProvisionAction: MessageTypeDefinition<_platform_directory_v1_ProvisionAction, _platform_directory_v1_ProvisionAction__Output>
        ProvisionUserRequest: MessageTypeDefinition<_platform_directory_v1_ProvisionUserRequest, _platform_directory_v1_ProvisionUserRequest__Output>
        ProvisionUserResponse: MessageTypeDefinition<_platform_directory_v1_ProvisionUserResponse, _platform_directory_v1_ProvisionUserResponse__Output>
        ResolveUserRequest: MessageTypeDefinition<_platform_directory_v1_ResolveUserRequest, _platform_directory_v1_ResolveUserRequest__Output>
        ResolveUserResponse: MessageTypeDefinition<_platform_directory_v1_ResolveUserResponse, _platform_directory_v1_ResolveUserResponse__Output>
      }
    }
  }
}

