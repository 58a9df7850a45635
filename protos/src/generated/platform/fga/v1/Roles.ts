// Original file: protos/platform/fga/v1/fga.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ValidateRolesRequest as _platform_fga_v1_ValidateRolesRequest, ValidateRolesRequest__Output as _platform_fga_v1_ValidateRolesRequest__Output } from '../../../platform/fga/v1/ValidateRolesRequest.ts';
import type { ValidateRolesResponse as _platform_fga_v1_ValidateRolesResponse, ValidateRolesResponse__Output as _platform_fga_v1_ValidateRolesResponse__Output } from '../../../platform/fga/v1/ValidateRolesResponse.ts';

export interface RolesClient extends grpc.Client {
  ValidateRoles(argument: _platform_fga_v1_ValidateRolesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ValidateRolesResponse__Output>): grpc.ClientUnaryCall;
  ValidateRoles(argument: _platform_fga_v1_ValidateRolesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_ValidateRolesResponse__Output>): grpc.ClientUnaryCall;
  ValidateRoles(argument: _platform_fga_v1_ValidateRolesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ValidateRolesResponse__Output>): grpc.ClientUnaryCall;
  ValidateRoles(argument: _platform_fga_v1_ValidateRolesRequest, callback: grpc.requestCallback<_platform_fga_v1_ValidateRolesResponse__Output>): grpc.ClientUnaryCall;
  validateRoles(argument: _platform_fga_v1_ValidateRolesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ValidateRolesResponse__Output>): grpc.ClientUnaryCall;
  validateRoles(argument: _platform_fga_v1_ValidateRolesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_ValidateRolesResponse__Output>): grpc.ClientUnaryCall;
  validateRoles(argument: _platform_fga_v1_ValidateRolesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ValidateRolesResponse__Output>): grpc.ClientUnaryCall;
  validateRoles(argument: _platform_fga_v1_ValidateRolesRequest, callback: grpc.requestCallback<_platform_fga_v1_ValidateRolesResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface RolesHandlers extends grpc.UntypedServiceImplementation {
  ValidateRoles: grpc.handleUnaryCall<_platform_fga_v1_ValidateRolesRequest__Output, _platform_fga_v1_ValidateRolesResponse>;
  
}

export interface RolesDefinition extends grpc.ServiceDefinition {
  ValidateRoles: MethodDefinition<_platform_fga_v1_ValidateRolesRequest, _platform_fga_v1_ValidateRolesResponse, _platform_fga_v1_ValidateRolesRequest__Output, _platform_fga_v1_ValidateRolesResponse__Output>
}
