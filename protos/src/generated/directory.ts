import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AcceptInvitationRequest as _platform_directory_v1_AcceptInvitationRequest, AcceptInvitationRequest__Output as _platform_directory_v1_AcceptInvitationRequest__Output } from './platform/directory/v1/AcceptInvitationRequest.ts';
import type { AcceptInvitationResponse as _platform_directory_v1_AcceptInvitationResponse, AcceptInvitationResponse__Output as _platform_directory_v1_AcceptInvitationResponse__Output } from './platform/directory/v1/AcceptInvitationResponse.ts';
import type { AuthenticateScimBearerRequest as _platform_directory_v1_AuthenticateScimBearerRequest, AuthenticateScimBearerRequest__Output as _platform_directory_v1_AuthenticateScimBearerRequest__Output } from './platform/directory/v1/AuthenticateScimBearerRequest.ts';
import type { AuthenticateScimBearerResponse as _platform_directory_v1_AuthenticateScimBearerResponse, AuthenticateScimBearerResponse__Output as _platform_directory_v1_AuthenticateScimBearerResponse__Output } from './platform/directory/v1/AuthenticateScimBearerResponse.ts';
import type { DirectoryClient as _platform_directory_v1_DirectoryClient, DirectoryDefinition as _platform_directory_v1_DirectoryDefinition } from './platform/directory/v1/Directory.ts';
import type { DirectoryConnection as _platform_directory_v1_DirectoryConnection, DirectoryConnection__Output as _platform_directory_v1_DirectoryConnection__Output } from './platform/directory/v1/DirectoryConnection.ts';
import type { FederatedIdentity as _platform_directory_v1_FederatedIdentity, FederatedIdentity__Output as _platform_directory_v1_FederatedIdentity__Output } from './platform/directory/v1/FederatedIdentity.ts';
import type { GetConnectionRequest as _platform_directory_v1_GetConnectionRequest, GetConnectionRequest__Output as _platform_directory_v1_GetConnectionRequest__Output } from './platform/directory/v1/GetConnectionRequest.ts';
import type { GetConnectionResponse as _platform_directory_v1_GetConnectionResponse, GetConnectionResponse__Output as _platform_directory_v1_GetConnectionResponse__Output } from './platform/directory/v1/GetConnectionResponse.ts';
import type { GetGroupRequest as _platform_directory_v1_GetGroupRequest, GetGroupRequest__Output as _platform_directory_v1_GetGroupRequest__Output } from './platform/directory/v1/GetGroupRequest.ts';
import type { GetGroupResponse as _platform_directory_v1_GetGroupResponse, GetGroupResponse__Output as _platform_directory_v1_GetGroupResponse__Output } from './platform/directory/v1/GetGroupResponse.ts';
import type { GetSetupLinkRequest as _platform_directory_v1_GetSetupLinkRequest, GetSetupLinkRequest__Output as _platform_directory_v1_GetSetupLinkRequest__Output } from './platform/directory/v1/GetSetupLinkRequest.ts';
import type { Identifier as _platform_directory_v1_Identifier, Identifier__Output as _platform_directory_v1_Identifier__Output } from './platform/directory/v1/Identifier.ts';
import type { ListUserStatesRequest as _platform_directory_v1_ListUserStatesRequest, ListUserStatesRequest__Output as _platform_directory_v1_ListUserStatesRequest__Output } from './platform/directory/v1/ListUserStatesRequest.ts';
import type { ListUserStatesResponse as _platform_directory_v1_ListUserStatesResponse, ListUserStatesResponse__Output as _platform_directory_v1_ListUserStatesResponse__Output } from './platform/directory/v1/ListUserStatesResponse.ts';
import type { Membership as _platform_directory_v1_Membership, Membership__Output as _platform_directory_v1_Membership__Output } from './platform/directory/v1/Membership.ts';
import type { MigrateLoginRequest as _platform_directory_v1_MigrateLoginRequest, MigrateLoginRequest__Output as _platform_directory_v1_MigrateLoginRequest__Output } from './platform/directory/v1/MigrateLoginRequest.ts';
import type { MigrateLoginResponse as _platform_directory_v1_MigrateLoginResponse, MigrateLoginResponse__Output as _platform_directory_v1_MigrateLoginResponse__Output } from './platform/directory/v1/MigrateLoginResponse.ts';
import type { OpenSetupLinkRequest as _platform_directory_v1_OpenSetupLinkRequest, OpenSetupLinkRequest__Output as _platform_directory_v1_OpenSetupLinkRequest__Output } from './platform/directory/v1/OpenSetupLinkRequest.ts';
import type { PatchProfileRequest as _platform_directory_v1_PatchProfileRequest, PatchProfileRequest__Output as _platform_directory_v1_PatchProfileRequest__Output } from './platform/directory/v1/PatchProfileRequest.ts';
import type { PatchProfileResponse as _platform_directory_v1_PatchProfileResponse, PatchProfileResponse__Output as _platform_directory_v1_PatchProfileResponse__Output } from './platform/directory/v1/PatchProfileResponse.ts';
import type { PreviewInvitationRequest as _platform_directory_v1_PreviewInvitationRequest, PreviewInvitationRequest__Output as _platform_directory_v1_PreviewInvitationRequest__Output } from './platform/directory/v1/PreviewInvitationRequest.ts';
import type { PreviewInvitationResponse as _platform_directory_v1_PreviewInvitationResponse, PreviewInvitationResponse__Output as _platform_directory_v1_PreviewInvitationResponse__Output } from './platform/directory/v1/PreviewInvitationResponse.ts';
import type { ProvisionAction as _platform_directory_v1_ProvisionAction, ProvisionAction__Output as _platform_directory_v1_ProvisionAction__Output } from './platform/directory/v1/ProvisionAction.ts';
import type { ProvisionUserRequest as _platform_directory_v1_ProvisionUserRequest, ProvisionUserRequest__Output as _platform_directory_v1_ProvisionUserRequest__Output } from './platform/directory/v1/ProvisionUserRequest.ts';
import type { ProvisionUserResponse as _platform_directory_v1_ProvisionUserResponse, ProvisionUserResponse__Output as _platform_directory_v1_ProvisionUserResponse__Output } from './platform/directory/v1/ProvisionUserResponse.ts';
import type { RenewSetupLinkResponse as _platform_directory_v1_RenewSetupLinkResponse, RenewSetupLinkResponse__Output as _platform_directory_v1_RenewSetupLinkResponse__Output } from './platform/directory/v1/RenewSetupLinkResponse.ts';
import type { ResolveDomainRequest as _platform_directory_v1_ResolveDomainRequest, ResolveDomainRequest__Output as _platform_directory_v1_ResolveDomainRequest__Output } from './platform/directory/v1/ResolveDomainRequest.ts';
import type { ResolveDomainResponse as _platform_directory_v1_ResolveDomainResponse, ResolveDomainResponse__Output as _platform_directory_v1_ResolveDomainResponse__Output } from './platform/directory/v1/ResolveDomainResponse.ts';
import type { ResolveUserRequest as _platform_directory_v1_ResolveUserRequest, ResolveUserRequest__Output as _platform_directory_v1_ResolveUserRequest__Output } from './platform/directory/v1/ResolveUserRequest.ts';
import type { ResolveUserResponse as _platform_directory_v1_ResolveUserResponse, ResolveUserResponse__Output as _platform_directory_v1_ResolveUserResponse__Output } from './platform/directory/v1/ResolveUserResponse.ts';
import type { RoleSource as _platform_directory_v1_RoleSource, RoleSource__Output as _platform_directory_v1_RoleSource__Output } from './platform/directory/v1/RoleSource.ts';
import type { SetupLinkMessage as _platform_directory_v1_SetupLinkMessage, SetupLinkMessage__Output as _platform_directory_v1_SetupLinkMessage__Output } from './platform/directory/v1/SetupLinkMessage.ts';
import type { SetupLinksClient as _platform_directory_v1_SetupLinksClient, SetupLinksDefinition as _platform_directory_v1_SetupLinksDefinition } from './platform/directory/v1/SetupLinks.ts';
import type { UserState as _platform_directory_v1_UserState, UserState__Output as _platform_directory_v1_UserState__Output } from './platform/directory/v1/UserState.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    directory: {
      v1: {
        AcceptInvitationRequest: MessageTypeDefinition<_platform_directory_v1_AcceptInvitationRequest, _platform_directory_v1_AcceptInvitationRequest__Output>
        AcceptInvitationResponse: MessageTypeDefinition<_platform_directory_v1_AcceptInvitationResponse, _platform_directory_v1_AcceptInvitationResponse__Output>
        AuthenticateScimBearerRequest: MessageTypeDefinition<_platform_directory_v1_AuthenticateScimBearerRequest, _platform_directory_v1_AuthenticateScimBearerRequest__Output>
        AuthenticateScimBearerResponse: MessageTypeDefinition<_platform_directory_v1_AuthenticateScimBearerResponse, _platform_directory_v1_AuthenticateScimBearerResponse__Output>
        Directory: SubtypeConstructor<typeof grpc.Client, _platform_directory_v1_DirectoryClient> & { service: _platform_directory_v1_DirectoryDefinition }
        DirectoryConnection: MessageTypeDefinition<_platform_directory_v1_DirectoryConnection, _platform_directory_v1_DirectoryConnection__Output>
        FederatedIdentity: MessageTypeDefinition<_platform_directory_v1_FederatedIdentity, _platform_directory_v1_FederatedIdentity__Output>
        GetConnectionRequest: MessageTypeDefinition<_platform_directory_v1_GetConnectionRequest, _platform_directory_v1_GetConnectionRequest__Output>
        GetConnectionResponse: MessageTypeDefinition<_platform_directory_v1_GetConnectionResponse, _platform_directory_v1_GetConnectionResponse__Output>
        GetGroupRequest: MessageTypeDefinition<_platform_directory_v1_GetGroupRequest, _platform_directory_v1_GetGroupRequest__Output>
        GetGroupResponse: MessageTypeDefinition<_platform_directory_v1_GetGroupResponse, _platform_directory_v1_GetGroupResponse__Output>
        GetSetupLinkRequest: MessageTypeDefinition<_platform_directory_v1_GetSetupLinkRequest, _platform_directory_v1_GetSetupLinkRequest__Output>
        Identifier: MessageTypeDefinition<_platform_directory_v1_Identifier, _platform_directory_v1_Identifier__Output>
        ListUserStatesRequest: MessageTypeDefinition<_platform_directory_v1_ListUserStatesRequest, _platform_directory_v1_ListUserStatesRequest__Output>
        ListUserStatesResponse: MessageTypeDefinition<_platform_directory_v1_ListUserStatesResponse, _platform_directory_v1_ListUserStatesResponse__Output>
        Membership: MessageTypeDefinition<_platform_directory_v1_Membership, _platform_directory_v1_Membership__Output>
        MigrateLoginRequest: MessageTypeDefinition<_platform_directory_v1_MigrateLoginRequest, _platform_directory_v1_MigrateLoginRequest__Output>
        MigrateLoginResponse: MessageTypeDefinition<_platform_directory_v1_MigrateLoginResponse, _platform_directory_v1_MigrateLoginResponse__Output>
        OpenSetupLinkRequest: MessageTypeDefinition<_platform_directory_v1_OpenSetupLinkRequest, _platform_directory_v1_OpenSetupLinkRequest__Output>
        PatchProfileRequest: MessageTypeDefinition<_platform_directory_v1_PatchProfileRequest, _platform_directory_v1_PatchProfileRequest__Output>
        PatchProfileResponse: MessageTypeDefinition<_platform_directory_v1_PatchProfileResponse, _platform_directory_v1_PatchProfileResponse__Output>
        PreviewInvitationRequest: MessageTypeDefinition<_platform_directory_v1_PreviewInvitationRequest, _platform_directory_v1_PreviewInvitationRequest__Output>
        PreviewInvitationResponse: MessageTypeDefinition<_platform_directory_v1_PreviewInvitationResponse, _platform_directory_v1_PreviewInvitationResponse__Output>
        ProvisionAction: MessageTypeDefinition<_platform_directory_v1_ProvisionAction, _platform_directory_v1_ProvisionAction__Output>
        ProvisionUserRequest: MessageTypeDefinition<_platform_directory_v1_ProvisionUserRequest, _platform_directory_v1_ProvisionUserRequest__Output>
        ProvisionUserResponse: MessageTypeDefinition<_platform_directory_v1_ProvisionUserResponse, _platform_directory_v1_ProvisionUserResponse__Output>
        RenewSetupLinkResponse: MessageTypeDefinition<_platform_directory_v1_RenewSetupLinkResponse, _platform_directory_v1_RenewSetupLinkResponse__Output>
        ResolveDomainRequest: MessageTypeDefinition<_platform_directory_v1_ResolveDomainRequest, _platform_directory_v1_ResolveDomainRequest__Output>
        ResolveDomainResponse: MessageTypeDefinition<_platform_directory_v1_ResolveDomainResponse, _platform_directory_v1_ResolveDomainResponse__Output>
        ResolveUserRequest: MessageTypeDefinition<_platform_directory_v1_ResolveUserRequest, _platform_directory_v1_ResolveUserRequest__Output>
        ResolveUserResponse: MessageTypeDefinition<_platform_directory_v1_ResolveUserResponse, _platform_directory_v1_ResolveUserResponse__Output>
        RoleSource: MessageTypeDefinition<_platform_directory_v1_RoleSource, _platform_directory_v1_RoleSource__Output>
        SetupLinkMessage: MessageTypeDefinition<_platform_directory_v1_SetupLinkMessage, _platform_directory_v1_SetupLinkMessage__Output>
        SetupLinks: SubtypeConstructor<typeof grpc.Client, _platform_directory_v1_SetupLinksClient> & { service: _platform_directory_v1_SetupLinksDefinition }
        UserState: MessageTypeDefinition<_platform_directory_v1_UserState, _platform_directory_v1_UserState__Output>
      }
    }
  }
}

