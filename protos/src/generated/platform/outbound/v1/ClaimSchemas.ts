// Original file: protos/platform/outbound/v1/outbound.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListClaimSchemasRequest as _platform_outbound_v1_ListClaimSchemasRequest, ListClaimSchemasRequest__Output as _platform_outbound_v1_ListClaimSchemasRequest__Output } from '../../../platform/outbound/v1/ListClaimSchemasRequest.ts';
import type { ListClaimSchemasResponse as _platform_outbound_v1_ListClaimSchemasResponse, ListClaimSchemasResponse__Output as _platform_outbound_v1_ListClaimSchemasResponse__Output } from '../../../platform/outbound/v1/ListClaimSchemasResponse.ts';
import type { ResolveClaimsRequest as _platform_outbound_v1_ResolveClaimsRequest, ResolveClaimsRequest__Output as _platform_outbound_v1_ResolveClaimsRequest__Output } from '../../../platform/outbound/v1/ResolveClaimsRequest.ts';
import type { ResolveClaimsResponse as _platform_outbound_v1_ResolveClaimsResponse, ResolveClaimsResponse__Output as _platform_outbound_v1_ResolveClaimsResponse__Output } from '../../../platform/outbound/v1/ResolveClaimsResponse.ts';

export interface ClaimSchemasClient extends grpc.Client {
  List(argument: _platform_outbound_v1_ListClaimSchemasRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_ListClaimSchemasResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_outbound_v1_ListClaimSchemasRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_outbound_v1_ListClaimSchemasResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_outbound_v1_ListClaimSchemasRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_ListClaimSchemasResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_outbound_v1_ListClaimSchemasRequest, callback: grpc.requestCallback<_platform_outbound_v1_ListClaimSchemasResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_outbound_v1_ListClaimSchemasRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_ListClaimSchemasResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_outbound_v1_ListClaimSchemasRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_outbound_v1_ListClaimSchemasResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_outbound_v1_ListClaimSchemasRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_ListClaimSchemasResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_outbound_v1_ListClaimSchemasRequest, callback: grpc.requestCallback<_platform_outbound_v1_ListClaimSchemasResponse__Output>): grpc.ClientUnaryCall;
  
  Resolve(argument: _platform_outbound_v1_ResolveClaimsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_ResolveClaimsResponse__Output>): grpc.ClientUnaryCall;
  Resolve(argument: _platform_outbound_v1_ResolveClaimsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_outbound_v1_ResolveClaimsResponse__Output>): grpc.ClientUnaryCall;
  Resolve(argument: _platform_outbound_v1_ResolveClaimsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_ResolveClaimsResponse__Output>): grpc.ClientUnaryCall;
  Resolve(argument: _platform_outbound_v1_ResolveClaimsRequest, callback: grpc.requestCallback<_platform_outbound_v1_ResolveClaimsResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _platform_outbound_v1_ResolveClaimsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_ResolveClaimsResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _platform_outbound_v1_ResolveClaimsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_outbound_v1_ResolveClaimsResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _platform_outbound_v1_ResolveClaimsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_ResolveClaimsResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _platform_outbound_v1_ResolveClaimsRequest, callback: grpc.requestCallback<_platform_outbound_v1_ResolveClaimsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface ClaimSchemasHandlers extends grpc.UntypedServiceImplementation {
  List: grpc.handleUnaryCall<_platform_outbound_v1_ListClaimSchemasRequest__Output, _platform_outbound_v1_ListClaimSchemasResponse>;
  
  Resolve: grpc.handleUnaryCall<_platform_outbound_v1_ResolveClaimsRequest__Output, _platform_outbound_v1_ResolveClaimsResponse>;
  
}

export interface ClaimSchemasDefinition extends grpc.ServiceDefinition {
  List: MethodDefinition<_platform_outbound_v1_ListClaimSchemasRequest, _platform_outbound_v1_ListClaimSchemasResponse, _platform_outbound_v1_ListClaimSchemasRequest__Output, _platform_outbound_v1_ListClaimSchemasResponse__Output>
  Resolve: MethodDefinition<_platform_outbound_v1_ResolveClaimsRequest, _platform_outbound_v1_ResolveClaimsResponse, _platform_outbound_v1_ResolveClaimsRequest__Output, _platform_outbound_v1_ResolveClaimsResponse__Output>
}
