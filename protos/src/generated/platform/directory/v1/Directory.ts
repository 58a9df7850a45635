// Original file: protos/platform/directory/v1/directory.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AcceptInvitationRequest as _platform_directory_v1_AcceptInvitationRequest, AcceptInvitationRequest__Output as _platform_directory_v1_AcceptInvitationRequest__Output } from '../../../platform/directory/v1/AcceptInvitationRequest.ts';
import type { AcceptInvitationResponse as _platform_directory_v1_AcceptInvitationResponse, AcceptInvitationResponse__Output as _platform_directory_v1_AcceptInvitationResponse__Output } from '../../../platform/directory/v1/AcceptInvitationResponse.ts';
import type { AuthenticateScimBearerRequest as _platform_directory_v1_AuthenticateScimBearerRequest, AuthenticateScimBearerRequest__Output as _platform_directory_v1_AuthenticateScimBearerRequest__Output } from '../../../platform/directory/v1/AuthenticateScimBearerRequest.ts';
import type { AuthenticateScimBearerResponse as _platform_directory_v1_AuthenticateScimBearerResponse, AuthenticateScimBearerResponse__Output as _platform_directory_v1_AuthenticateScimBearerResponse__Output } from '../../../platform/directory/v1/AuthenticateScimBearerResponse.ts';
import type { GetConnectionRequest as _platform_directory_v1_GetConnectionRequest, GetConnectionRequest__Output as _platform_directory_v1_GetConnectionRequest__Output } from '../../../platform/directory/v1/GetConnectionRequest.ts';
import type { GetConnectionResponse as _platform_directory_v1_GetConnectionResponse, GetConnectionResponse__Output as _platform_directory_v1_GetConnectionResponse__Output } from '../../../platform/directory/v1/GetConnectionResponse.ts';
import type { GetGroupRequest as _platform_directory_v1_GetGroupRequest, GetGroupRequest__Output as _platform_directory_v1_GetGroupRequest__Output } from '../../../platform/directory/v1/GetGroupRequest.ts';
import type { GetGroupResponse as _platform_directory_v1_GetGroupResponse, GetGroupResponse__Output as _platform_directory_v1_GetGroupResponse__Output } from '../../../platform/directory/v1/GetGroupResponse.ts';
import type { ListUserStatesRequest as _platform_directory_v1_ListUserStatesRequest, ListUserStatesRequest__Output as _platform_directory_v1_ListUserStatesRequest__Output } from '../../../platform/directory/v1/ListUserStatesRequest.ts';
import type { ListUserStatesResponse as _platform_directory_v1_ListUserStatesResponse, ListUserStatesResponse__Output as _platform_directory_v1_ListUserStatesResponse__Output } from '../../../platform/directory/v1/ListUserStatesResponse.ts';
import type { MigrateLoginRequest as _platform_directory_v1_MigrateLoginRequest, MigrateLoginRequest__Output as _platform_directory_v1_MigrateLoginRequest__Output } from '../../../platform/directory/v1/MigrateLoginRequest.ts';
import type { MigrateLoginResponse as _platform_directory_v1_MigrateLoginResponse, MigrateLoginResponse__Output as _platform_directory_v1_MigrateLoginResponse__Output } from '../../../platform/directory/v1/MigrateLoginResponse.ts';
import type { PatchProfileRequest as _platform_directory_v1_PatchProfileRequest, PatchProfileRequest__Output as _platform_directory_v1_PatchProfileRequest__Output } from '../../../platform/directory/v1/PatchProfileRequest.ts';
import type { PatchProfileResponse as _platform_directory_v1_PatchProfileResponse, PatchProfileResponse__Output as _platform_directory_v1_PatchProfileResponse__Output } from '../../../platform/directory/v1/PatchProfileResponse.ts';
import type { PreviewInvitationRequest as _platform_directory_v1_PreviewInvitationRequest, PreviewInvitationRequest__Output as _platform_directory_v1_PreviewInvitationRequest__Output } from '../../../platform/directory/v1/PreviewInvitationRequest.ts';
import type { PreviewInvitationResponse as _platform_directory_v1_PreviewInvitationResponse, PreviewInvitationResponse__Output as _platform_directory_v1_PreviewInvitationResponse__Output } from '../../../platform/directory/v1/PreviewInvitationResponse.ts';
import type { ProvisionUserRequest as _platform_directory_v1_ProvisionUserRequest, ProvisionUserRequest__Output as _platform_directory_v1_ProvisionUserRequest__Output } from '../../../platform/directory/v1/ProvisionUserRequest.ts';
import type { ProvisionUserResponse as _platform_directory_v1_ProvisionUserResponse, ProvisionUserResponse__Output as _platform_directory_v1_ProvisionUserResponse__Output } from '../../../platform/directory/v1/ProvisionUserResponse.ts';
import type { ResolveDomainRequest as _platform_directory_v1_ResolveDomainRequest, ResolveDomainRequest__Output as _platform_directory_v1_ResolveDomainRequest__Output } from '../../../platform/directory/v1/ResolveDomainRequest.ts';
import type { ResolveDomainResponse as _platform_directory_v1_ResolveDomainResponse, ResolveDomainResponse__Output as _platform_directory_v1_ResolveDomainResponse__Output } from '../../../platform/directory/v1/ResolveDomainResponse.ts';
import type { ResolveUserRequest as _platform_directory_v1_ResolveUserRequest, ResolveUserRequest__Output as _platform_directory_v1_ResolveUserRequest__Output } from '../../../platform/directory/v1/ResolveUserRequest.ts';
import type { ResolveUserResponse as _platform_directory_v1_ResolveUserResponse, ResolveUserResponse__Output as _platform_directory_v1_ResolveUserResponse__Output } from '../../../platform/directory/v1/ResolveUserResponse.ts';

export interface DirectoryClient extends grpc.Client {
  AcceptInvitation(argument: _platform_directory_v1_AcceptInvitationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_AcceptInvitationResponse__Output>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _platform_directory_v1_AcceptInvitationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_AcceptInvitationResponse__Output>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _platform_directory_v1_AcceptInvitationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_AcceptInvitationResponse__Output>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _platform_directory_v1_AcceptInvitationRequest, callback: grpc.requestCallback<_platform_directory_v1_AcceptInvitationResponse__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _platform_directory_v1_AcceptInvitationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_AcceptInvitationResponse__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _platform_directory_v1_AcceptInvitationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_AcceptInvitationResponse__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _platform_directory_v1_AcceptInvitationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_AcceptInvitationResponse__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _platform_directory_v1_AcceptInvitationRequest, callback: grpc.requestCallback<_platform_directory_v1_AcceptInvitationResponse__Output>): grpc.ClientUnaryCall;
  
  AuthenticateScimBearer(argument: _platform_directory_v1_AuthenticateScimBearerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_AuthenticateScimBearerResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateScimBearer(argument: _platform_directory_v1_AuthenticateScimBearerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_AuthenticateScimBearerResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateScimBearer(argument: _platform_directory_v1_AuthenticateScimBearerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_AuthenticateScimBearerResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateScimBearer(argument: _platform_directory_v1_AuthenticateScimBearerRequest, callback: grpc.requestCallback<_platform_directory_v1_AuthenticateScimBearerResponse__Output>): grpc.ClientUnaryCall;
  authenticateScimBearer(argument: _platform_directory_v1_AuthenticateScimBearerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_AuthenticateScimBearerResponse__Output>): grpc.ClientUnaryCall;
  authenticateScimBearer(argument: _platform_directory_v1_AuthenticateScimBearerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_AuthenticateScimBearerResponse__Output>): grpc.ClientUnaryCall;
  authenticateScimBearer(argument: _platform_directory_v1_AuthenticateScimBearerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_AuthenticateScimBearerResponse__Output>): grpc.ClientUnaryCall;
  authenticateScimBearer(argument: _platform_directory_v1_AuthenticateScimBearerRequest, callback: grpc.requestCallback<_platform_directory_v1_AuthenticateScimBearerResponse__Output>): grpc.ClientUnaryCall;
  
  GetConnection(argument: _platform_directory_v1_GetConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_GetConnectionResponse__Output>): grpc.ClientUnaryCall;
  GetConnection(argument: _platform_directory_v1_GetConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_GetConnectionResponse__Output>): grpc.ClientUnaryCall;
  GetConnection(argument: _platform_directory_v1_GetConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_GetConnectionResponse__Output>): grpc.ClientUnaryCall;
  GetConnection(argument: _platform_directory_v1_GetConnectionRequest, callback: grpc.requestCallback<_platform_directory_v1_GetConnectionResponse__Output>): grpc.ClientUnaryCall;
  getConnection(argument: _platform_directory_v1_GetConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_GetConnectionResponse__Output>): grpc.ClientUnaryCall;
  getConnection(argument: _platform_directory_v1_GetConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_GetConnectionResponse__Output>): grpc.ClientUnaryCall;
  getConnection(argument: _platform_directory_v1_GetConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_GetConnectionResponse__Output>): grpc.ClientUnaryCall;
  getConnection(argument: _platform_directory_v1_GetConnectionRequest, callback: grpc.requestCallback<_platform_directory_v1_GetConnectionResponse__Output>): grpc.ClientUnaryCall;
  
  GetGroup(argument: _platform_directory_v1_GetGroupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_GetGroupResponse__Output>): grpc.ClientUnaryCall;
  GetGroup(argument: _platform_directory_v1_GetGroupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_GetGroupResponse__Output>): grpc.ClientUnaryCall;
  GetGroup(argument: _platform_directory_v1_GetGroupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_GetGroupResponse__Output>): grpc.ClientUnaryCall;
  GetGroup(argument: _platform_directory_v1_GetGroupRequest, callback: grpc.requestCallback<_platform_directory_v1_GetGroupResponse__Output>): grpc.ClientUnaryCall;
  getGroup(argument: _platform_directory_v1_GetGroupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_GetGroupResponse__Output>): grpc.ClientUnaryCall;
  getGroup(argument: _platform_directory_v1_GetGroupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_GetGroupResponse__Output>): grpc.ClientUnaryCall;
  getGroup(argument: _platform_directory_v1_GetGroupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_GetGroupResponse__Output>): grpc.ClientUnaryCall;
  getGroup(argument: _platform_directory_v1_GetGroupRequest, callback: grpc.requestCallback<_platform_directory_v1_GetGroupResponse__Output>): grpc.ClientUnaryCall;
  
  ListUserStates(argument: _platform_directory_v1_ListUserStatesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ListUserStatesResponse__Output>): grpc.ClientUnaryCall;
  ListUserStates(argument: _platform_directory_v1_ListUserStatesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_ListUserStatesResponse__Output>): grpc.ClientUnaryCall;
  ListUserStates(argument: _platform_directory_v1_ListUserStatesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ListUserStatesResponse__Output>): grpc.ClientUnaryCall;
  ListUserStates(argument: _platform_directory_v1_ListUserStatesRequest, callback: grpc.requestCallback<_platform_directory_v1_ListUserStatesResponse__Output>): grpc.ClientUnaryCall;
  listUserStates(argument: _platform_directory_v1_ListUserStatesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ListUserStatesResponse__Output>): grpc.ClientUnaryCall;
  listUserStates(argument: _platform_directory_v1_ListUserStatesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_ListUserStatesResponse__Output>): grpc.ClientUnaryCall;
  listUserStates(argument: _platform_directory_v1_ListUserStatesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ListUserStatesResponse__Output>): grpc.ClientUnaryCall;
  listUserStates(argument: _platform_directory_v1_ListUserStatesRequest, callback: grpc.requestCallback<_platform_directory_v1_ListUserStatesResponse__Output>): grpc.ClientUnaryCall;
  
  MigrateLogin(argument: _platform_directory_v1_MigrateLoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_MigrateLoginResponse__Output>): grpc.ClientUnaryCall;
  MigrateLogin(argument: _platform_directory_v1_MigrateLoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_MigrateLoginResponse__Output>): grpc.ClientUnaryCall;
  MigrateLogin(argument: _platform_directory_v1_MigrateLoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_MigrateLoginResponse__Output>): grpc.ClientUnaryCall;
  MigrateLogin(argument: _platform_directory_v1_MigrateLoginRequest, callback: grpc.requestCallback<_platform_directory_v1_MigrateLoginResponse__Output>): grpc.ClientUnaryCall;
  migrateLogin(argument: _platform_directory_v1_MigrateLoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_MigrateLoginResponse__Output>): grpc.ClientUnaryCall;
  migrateLogin(argument: _platform_directory_v1_MigrateLoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_MigrateLoginResponse__Output>): grpc.ClientUnaryCall;
  migrateLogin(argument: _platform_directory_v1_MigrateLoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_MigrateLoginResponse__Output>): grpc.ClientUnaryCall;
  migrateLogin(argument: _platform_directory_v1_MigrateLoginRequest, callback: grpc.requestCallback<_platform_directory_v1_MigrateLoginResponse__Output>): grpc.ClientUnaryCall;
  
  PatchProfile(argument: _platform_directory_v1_PatchProfileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_PatchProfileResponse__Output>): grpc.ClientUnaryCall;
  PatchProfile(argument: _platform_directory_v1_PatchProfileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_PatchProfileResponse__Output>): grpc.ClientUnaryCall;
  PatchProfile(argument: _platform_directory_v1_PatchProfileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_PatchProfileResponse__Output>): grpc.ClientUnaryCall;
  PatchProfile(argument: _platform_directory_v1_PatchProfileRequest, callback: grpc.requestCallback<_platform_directory_v1_PatchProfileResponse__Output>): grpc.ClientUnaryCall;
  patchProfile(argument: _platform_directory_v1_PatchProfileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_PatchProfileResponse__Output>): grpc.ClientUnaryCall;
  patchProfile(argument: _platform_directory_v1_PatchProfileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_PatchProfileResponse__Output>): grpc.ClientUnaryCall;
  patchProfile(argument: _platform_directory_v1_PatchProfileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_PatchProfileResponse__Output>): grpc.ClientUnaryCall;
  patchProfile(argument: _platform_directory_v1_PatchProfileRequest, callback: grpc.requestCallback<_platform_directory_v1_PatchProfileResponse__Output>): grpc.ClientUnaryCall;
  
  PreviewInvitation(argument: _platform_directory_v1_PreviewInvitationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_PreviewInvitationResponse__Output>): grpc.ClientUnaryCall;
  PreviewInvitation(argument: _platform_directory_v1_PreviewInvitationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_PreviewInvitationResponse__Output>): grpc.ClientUnaryCall;
  PreviewInvitation(argument: _platform_directory_v1_PreviewInvitationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_PreviewInvitationResponse__Output>): grpc.ClientUnaryCall;
  PreviewInvitation(argument: _platform_directory_v1_PreviewInvitationRequest, callback: grpc.requestCallback<_platform_directory_v1_PreviewInvitationResponse__Output>): grpc.ClientUnaryCall;
  previewInvitation(argument: _platform_directory_v1_PreviewInvitationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_PreviewInvitationResponse__Output>): grpc.ClientUnaryCall;
  previewInvitation(argument: _platform_directory_v1_PreviewInvitationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_PreviewInvitationResponse__Output>): grpc.ClientUnaryCall;
  previewInvitation(argument: _platform_directory_v1_PreviewInvitationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_PreviewInvitationResponse__Output>): grpc.ClientUnaryCall;
  previewInvitation(argument: _platform_directory_v1_PreviewInvitationRequest, callback: grpc.requestCallback<_platform_directory_v1_PreviewInvitationResponse__Output>): grpc.ClientUnaryCall;
  
  ProvisionUser(argument: _platform_directory_v1_ProvisionUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  ProvisionUser(argument: _platform_directory_v1_ProvisionUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  ProvisionUser(argument: _platform_directory_v1_ProvisionUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  ProvisionUser(argument: _platform_directory_v1_ProvisionUserRequest, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  provisionUser(argument: _platform_directory_v1_ProvisionUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  provisionUser(argument: _platform_directory_v1_ProvisionUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  provisionUser(argument: _platform_directory_v1_ProvisionUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  provisionUser(argument: _platform_directory_v1_ProvisionUserRequest, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  
  ResolveDomain(argument: _platform_directory_v1_ResolveDomainRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ResolveDomainResponse__Output>): grpc.ClientUnaryCall;
  ResolveDomain(argument: _platform_directory_v1_ResolveDomainRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_ResolveDomainResponse__Output>): grpc.ClientUnaryCall;
  ResolveDomain(argument: _platform_directory_v1_ResolveDomainRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ResolveDomainResponse__Output>): grpc.ClientUnaryCall;
  ResolveDomain(argument: _platform_directory_v1_ResolveDomainRequest, callback: grpc.requestCallback<_platform_directory_v1_ResolveDomainResponse__Output>): grpc.ClientUnaryCall;
  resolveDomain(argument: _platform_directory_v1_ResolveDomainRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ResolveDomainResponse__Output>): grpc.ClientUnaryCall;
  resolveDomain(argument: _platform_directory_v1_ResolveDomainRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_ResolveDomainResponse__Output>): grpc.ClientUnaryCall;
  resolveDomain(argument: _platform_directory_v1_ResolveDomainRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ResolveDomainResponse__Output>): grpc.ClientUnaryCall;
  resolveDomain(argument: _platform_directory_v1_ResolveDomainRequest, callback: grpc.requestCallback<_platform_directory_v1_ResolveDomainResponse__Output>): grpc.ClientUnaryCall;
  
  ResolveUser(argument: _platform_directory_v1_ResolveUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ResolveUserResponse__Output>): grpc.ClientUnaryCall;
  ResolveUser(argument: _platform_directory_v1_ResolveUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_ResolveUserResponse__Output>): grpc.ClientUnaryCall;
  ResolveUser(argument: _platform_directory_v1_ResolveUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ResolveUserResponse__Output>): grpc.ClientUnaryCall;
  ResolveUser(argument: _platform_directory_v1_ResolveUserRequest, callback: grpc.requestCallback<_platform_directory_v1_ResolveUserResponse__Output>): grpc.ClientUnaryCall;
  resolveUser(argument: _platform_directory_v1_ResolveUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ResolveUserResponse__Output>): grpc.ClientUnaryCall;
  resolveUser(argument: _platform_directory_v1_ResolveUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_ResolveUserResponse__Output>): grpc.ClientUnaryCall;
  resolveUser(argument: _platform_directory_v1_ResolveUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ResolveUserResponse__Output>): grpc.ClientUnaryCall;
  resolveUser(argument: _platform_directory_v1_ResolveUserRequest, callback: grpc.requestCallback<_platform_directory_v1_ResolveUserResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface DirectoryHandlers extends grpc.UntypedServiceImplementation {
  AcceptInvitation: grpc.handleUnaryCall<_platform_directory_v1_AcceptInvitationRequest__Output, _platform_directory_v1_AcceptInvitationResponse>;
  
  AuthenticateScimBearer: grpc.handleUnaryCall<_platform_directory_v1_AuthenticateScimBearerRequest__Output, _platform_directory_v1_AuthenticateScimBearerResponse>;
  
  GetConnection: grpc.handleUnaryCall<_platform_directory_v1_GetConnectionRequest__Output, _platform_directory_v1_GetConnectionResponse>;
  
  GetGroup: grpc.handleUnaryCall<_platform_directory_v1_GetGroupRequest__Output, _platform_directory_v1_GetGroupResponse>;
  
  ListUserStates: grpc.handleUnaryCall<_platform_directory_v1_ListUserStatesRequest__Output, _platform_directory_v1_ListUserStatesResponse>;
  
  MigrateLogin: grpc.handleUnaryCall<_platform_directory_v1_MigrateLoginRequest__Output, _platform_directory_v1_MigrateLoginResponse>;
  
  PatchProfile: grpc.handleUnaryCall<_platform_directory_v1_PatchProfileRequest__Output, _platform_directory_v1_PatchProfileResponse>;
  
  PreviewInvitation: grpc.handleUnaryCall<_platform_directory_v1_PreviewInvitationRequest__Output, _platform_directory_v1_PreviewInvitationResponse>;
  
  ProvisionUser: grpc.handleUnaryCall<_platform_directory_v1_ProvisionUserRequest__Output, _platform_directory_v1_ProvisionUserResponse>;
  
  ResolveDomain: grpc.handleUnaryCall<_platform_directory_v1_ResolveDomainRequest__Output, _platform_directory_v1_ResolveDomainResponse>;
  
  ResolveUser: grpc.handleUnaryCall<_platform_directory_v1_ResolveUserRequest__Output, _platform_directory_v1_ResolveUserResponse>;
  
}

export interface DirectoryDefinition extends grpc.ServiceDefinition {
  AcceptInvitation: MethodDefinition<_platform_directory_v1_AcceptInvitationRequest, _platform_directory_v1_AcceptInvitationResponse, _platform_directory_v1_AcceptInvitationRequest__Output, _platform_directory_v1_AcceptInvitationResponse__Output>
  AuthenticateScimBearer: MethodDefinition<_platform_directory_v1_AuthenticateScimBearerRequest, _platform_directory_v1_AuthenticateScimBearerResponse, _platform_directory_v1_AuthenticateScimBearerRequest__Output, _platform_directory_v1_AuthenticateScimBearerResponse__Output>
  GetConnection: MethodDefinition<_platform_directory_v1_GetConnectionRequest, _platform_directory_v1_GetConnectionResponse, _platform_directory_v1_GetConnectionRequest__Output, _platform_directory_v1_GetConnectionResponse__Output>
  GetGroup: MethodDefinition<_platform_directory_v1_GetGroupRequest, _platform_directory_v1_GetGroupResponse, _platform_directory_v1_GetGroupRequest__Output, _platform_directory_v1_GetGroupResponse__Output>
  ListUserStates: MethodDefinition<_platform_directory_v1_ListUserStatesRequest, _platform_directory_v1_ListUserStatesResponse, _platform_directory_v1_ListUserStatesRequest__Output, _platform_directory_v1_ListUserStatesResponse__Output>
  MigrateLogin: MethodDefinition<_platform_directory_v1_MigrateLoginRequest, _platform_directory_v1_MigrateLoginResponse, _platform_directory_v1_MigrateLoginRequest__Output, _platform_directory_v1_MigrateLoginResponse__Output>
  PatchProfile: MethodDefinition<_platform_directory_v1_PatchProfileRequest, _platform_directory_v1_PatchProfileResponse, _platform_directory_v1_PatchProfileRequest__Output, _platform_directory_v1_PatchProfileResponse__Output>
  PreviewInvitation: MethodDefinition<_platform_directory_v1_PreviewInvitationRequest, _platform_directory_v1_PreviewInvitationResponse, _platform_directory_v1_PreviewInvitationRequest__Output, _platform_directory_v1_PreviewInvitationResponse__Output>
  ProvisionUser: MethodDefinition<_platform_directory_v1_ProvisionUserRequest, _platform_directory_v1_ProvisionUserResponse, _platform_directory_v1_ProvisionUserRequest__Output, _platform_directory_v1_ProvisionUserResponse__Output>
  ResolveDomain: MethodDefinition<_platform_directory_v1_ResolveDomainRequest, _platform_directory_v1_ResolveDomainResponse, _platform_directory_v1_ResolveDomainRequest__Output, _platform_directory_v1_ResolveDomainResponse__Output>
  ResolveUser: MethodDefinition<_platform_directory_v1_ResolveUserRequest, _platform_directory_v1_ResolveUserResponse, _platform_directory_v1_ResolveUserRequest__Output, _platform_directory_v1_ResolveUserResponse__Output>
}
