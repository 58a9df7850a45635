// Original file: protos/platform/directory/v1/directory.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ProvisionUserRequest as _platform_directory_v1_ProvisionUserRequest, ProvisionUserRequest__Output as _platform_directory_v1_ProvisionUserRequest__Output } from '../../../platform/directory/v1/ProvisionUserRequest.ts';
import type { ProvisionUserResponse as _platform_directory_v1_ProvisionUserResponse, ProvisionUserResponse__Output as _platform_directory_v1_ProvisionUserResponse__Output } from '../../../platform/directory/v1/ProvisionUserResponse.ts';
import type { ResolveUserRequest as _platform_directory_v1_ResolveUserRequest, ResolveUserRequest__Output as _platform_directory_v1_ResolveUserRequest__Output } from '../../../platform/directory/v1/ResolveUserRequest.ts';
import type { ResolveUserResponse as _platform_directory_v1_ResolveUserResponse, ResolveUserResponse__Output as _platform_directory_v1_ResolveUserResponse__Output } from '../../../platform/directory/v1/ResolveUserResponse.ts';

export interface DirectoryClient extends grpc.Client {
  ProvisionUser(argument: _platform_directory_v1_ProvisionUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  ProvisionUser(argument: _platform_directory_v1_ProvisionUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  ProvisionUser(argument: _platform_directory_v1_ProvisionUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  ProvisionUser(argument: _platform_directory_v1_ProvisionUserRequest, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  provisionUser(argument: _platform_directory_v1_ProvisionUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  provisionUser(argument: _platform_directory_v1_ProvisionUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  provisionUser(argument: _platform_directory_v1_ProvisionUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  provisionUser(argument: _platform_directory_v1_ProvisionUserRequest, callback: grpc.requestCallback<_platform_directory_v1_ProvisionUserResponse__Output>): grpc.ClientUnaryCall;
  
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
  ProvisionUser: grpc.handleUnaryCall<_platform_directory_v1_ProvisionUserRequest__Output, _platform_directory_v1_ProvisionUserResponse>;
  
  ResolveUser: grpc.handleUnaryCall<_platform_directory_v1_ResolveUserRequest__Output, _platform_directory_v1_ResolveUserResponse>;
  
}

export interface DirectoryDefinition extends grpc.ServiceDefinition {
  ProvisionUser: MethodDefinition<_platform_directory_v1_ProvisionUserRequest, _platform_directory_v1_ProvisionUserResponse, _platform_directory_v1_ProvisionUserRequest__Output, _platform_directory_v1_ProvisionUserResponse__Output>
  ResolveUser: MethodDefinition<_platform_directory_v1_ResolveUserRequest, _platform_directory_v1_ResolveUserResponse, _platform_directory_v1_ResolveUserRequest__Output, _platform_directory_v1_ResolveUserResponse__Output>
}
