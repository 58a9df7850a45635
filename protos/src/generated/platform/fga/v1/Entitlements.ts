// Original file: protos/platform/fga/v1/fga.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { EntitlementsRequest as _platform_fga_v1_EntitlementsRequest, EntitlementsRequest__Output as _platform_fga_v1_EntitlementsRequest__Output } from '../../../platform/fga/v1/EntitlementsRequest.ts';
import type { EntitlementsResponse as _platform_fga_v1_EntitlementsResponse, EntitlementsResponse__Output as _platform_fga_v1_EntitlementsResponse__Output } from '../../../platform/fga/v1/EntitlementsResponse.ts';

export interface EntitlementsClient extends grpc.Client {
  Get(argument: _platform_fga_v1_EntitlementsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_fga_v1_EntitlementsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_fga_v1_EntitlementsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_fga_v1_EntitlementsRequest, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_fga_v1_EntitlementsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_fga_v1_EntitlementsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_fga_v1_EntitlementsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_fga_v1_EntitlementsRequest, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface EntitlementsHandlers extends grpc.UntypedServiceImplementation {
  Get: grpc.handleUnaryCall<_platform_fga_v1_EntitlementsRequest__Output, _platform_fga_v1_EntitlementsResponse>;
  
}

export interface EntitlementsDefinition extends grpc.ServiceDefinition {
  Get: MethodDefinition<_platform_fga_v1_EntitlementsRequest, _platform_fga_v1_EntitlementsResponse, _platform_fga_v1_EntitlementsRequest__Output, _platform_fga_v1_EntitlementsResponse__Output>
}
