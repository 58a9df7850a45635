// Original file: protos/platform/fga/v1/fga.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListUserScopesRequest as _platform_fga_v1_ListUserScopesRequest, ListUserScopesRequest__Output as _platform_fga_v1_ListUserScopesRequest__Output } from '../../../platform/fga/v1/ListUserScopesRequest.ts';
import type { ListUserScopesResponse as _platform_fga_v1_ListUserScopesResponse, ListUserScopesResponse__Output as _platform_fga_v1_ListUserScopesResponse__Output } from '../../../platform/fga/v1/ListUserScopesResponse.ts';
import type { PrincipalAccessRequest as _platform_fga_v1_PrincipalAccessRequest, PrincipalAccessRequest__Output as _platform_fga_v1_PrincipalAccessRequest__Output } from '../../../platform/fga/v1/PrincipalAccessRequest.ts';
import type { PrincipalAccessResponse as _platform_fga_v1_PrincipalAccessResponse, PrincipalAccessResponse__Output as _platform_fga_v1_PrincipalAccessResponse__Output } from '../../../platform/fga/v1/PrincipalAccessResponse.ts';

export interface PrincipalAccessClient extends grpc.Client {
  Get(argument: _platform_fga_v1_PrincipalAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_PrincipalAccessResponse__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_fga_v1_PrincipalAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_PrincipalAccessResponse__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_fga_v1_PrincipalAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_PrincipalAccessResponse__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_fga_v1_PrincipalAccessRequest, callback: grpc.requestCallback<_platform_fga_v1_PrincipalAccessResponse__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_fga_v1_PrincipalAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_PrincipalAccessResponse__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_fga_v1_PrincipalAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_PrincipalAccessResponse__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_fga_v1_PrincipalAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_PrincipalAccessResponse__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_fga_v1_PrincipalAccessRequest, callback: grpc.requestCallback<_platform_fga_v1_PrincipalAccessResponse__Output>): grpc.ClientUnaryCall;
  
  ListUserScopes(argument: _platform_fga_v1_ListUserScopesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ListUserScopesResponse__Output>): grpc.ClientUnaryCall;
  ListUserScopes(argument: _platform_fga_v1_ListUserScopesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_ListUserScopesResponse__Output>): grpc.ClientUnaryCall;
  ListUserScopes(argument: _platform_fga_v1_ListUserScopesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ListUserScopesResponse__Output>): grpc.ClientUnaryCall;
  ListUserScopes(argument: _platform_fga_v1_ListUserScopesRequest, callback: grpc.requestCallback<_platform_fga_v1_ListUserScopesResponse__Output>): grpc.ClientUnaryCall;
  listUserScopes(argument: _platform_fga_v1_ListUserScopesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ListUserScopesResponse__Output>): grpc.ClientUnaryCall;
  listUserScopes(argument: _platform_fga_v1_ListUserScopesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_ListUserScopesResponse__Output>): grpc.ClientUnaryCall;
  listUserScopes(argument: _platform_fga_v1_ListUserScopesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ListUserScopesResponse__Output>): grpc.ClientUnaryCall;
  listUserScopes(argument: _platform_fga_v1_ListUserScopesRequest, callback: grpc.requestCallback<_platform_fga_v1_ListUserScopesResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface PrincipalAccessHandlers extends grpc.UntypedServiceImplementation {
  Get: grpc.handleUnaryCall<_platform_fga_v1_PrincipalAccessRequest__Output, _platform_fga_v1_PrincipalAccessResponse>;
  
  ListUserScopes: grpc.handleUnaryCall<_platform_fga_v1_ListUserScopesRequest__Output, _platform_fga_v1_ListUserScopesResponse>;
  
}

export interface PrincipalAccessDefinition extends grpc.ServiceDefinition {
  Get: MethodDefinition<_platform_fga_v1_PrincipalAccessRequest, _platform_fga_v1_PrincipalAccessResponse, _platform_fga_v1_PrincipalAccessRequest__Output, _platform_fga_v1_PrincipalAccessResponse__Output>
  ListUserScopes: MethodDefinition<_platform_fga_v1_ListUserScopesRequest, _platform_fga_v1_ListUserScopesResponse, _platform_fga_v1_ListUserScopesRequest__Output, _platform_fga_v1_ListUserScopesResponse__Output>
}
