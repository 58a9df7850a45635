// Original file: protos/platform/hub/v1/hub.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ExchangeRequest as _platform_hub_v1_ExchangeRequest, ExchangeRequest__Output as _platform_hub_v1_ExchangeRequest__Output } from '../../../platform/hub/v1/ExchangeRequest.ts';
import type { ExchangeResponse as _platform_hub_v1_ExchangeResponse, ExchangeResponse__Output as _platform_hub_v1_ExchangeResponse__Output } from '../../../platform/hub/v1/ExchangeResponse.ts';

export interface WebSessionsClient extends grpc.Client {
  Exchange(argument: _platform_hub_v1_ExchangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ExchangeResponse__Output>): grpc.ClientUnaryCall;
  Exchange(argument: _platform_hub_v1_ExchangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ExchangeResponse__Output>): grpc.ClientUnaryCall;
  Exchange(argument: _platform_hub_v1_ExchangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ExchangeResponse__Output>): grpc.ClientUnaryCall;
  Exchange(argument: _platform_hub_v1_ExchangeRequest, callback: grpc.requestCallback<_platform_hub_v1_ExchangeResponse__Output>): grpc.ClientUnaryCall;
  exchange(argument: _platform_hub_v1_ExchangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ExchangeResponse__Output>): grpc.ClientUnaryCall;
  exchange(argument: _platform_hub_v1_ExchangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ExchangeResponse__Output>): grpc.ClientUnaryCall;
  exchange(argument: _platform_hub_v1_ExchangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ExchangeResponse__Output>): grpc.ClientUnaryCall;
  exchange(argument: _platform_hub_v1_ExchangeRequest, callback: grpc.requestCallback<_platform_hub_v1_ExchangeResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface WebSessionsHandlers extends grpc.UntypedServiceImplementation {
  Exchange: grpc.handleUnaryCall<_platform_hub_v1_ExchangeRequest__Output, _platform_hub_v1_ExchangeResponse>;
  
}

export interface WebSessionsDefinition extends grpc.ServiceDefinition {
  Exchange: MethodDefinition<_platform_hub_v1_ExchangeRequest, _platform_hub_v1_ExchangeResponse, _platform_hub_v1_ExchangeRequest__Output, _platform_hub_v1_ExchangeResponse__Output>
}
