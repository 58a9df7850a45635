// Original file: protos/platform/hub/v1/hub.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Client as _platform_hub_v1_Client, Client__Output as _platform_hub_v1_Client__Output } from '../../../platform/hub/v1/Client.ts';
import type { GetClientRequest as _platform_hub_v1_GetClientRequest, GetClientRequest__Output as _platform_hub_v1_GetClientRequest__Output } from '../../../platform/hub/v1/GetClientRequest.ts';

export interface ClientsClient extends grpc.Client {
  GetClient(argument: _platform_hub_v1_GetClientRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Client__Output>): grpc.ClientUnaryCall;
  GetClient(argument: _platform_hub_v1_GetClientRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_Client__Output>): grpc.ClientUnaryCall;
  GetClient(argument: _platform_hub_v1_GetClientRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Client__Output>): grpc.ClientUnaryCall;
  GetClient(argument: _platform_hub_v1_GetClientRequest, callback: grpc.requestCallback<_platform_hub_v1_Client__Output>): grpc.ClientUnaryCall;
  getClient(argument: _platform_hub_v1_GetClientRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Client__Output>): grpc.ClientUnaryCall;
  getClient(argument: _platform_hub_v1_GetClientRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_Client__Output>): grpc.ClientUnaryCall;
  getClient(argument: _platform_hub_v1_GetClientRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Client__Output>): grpc.ClientUnaryCall;
  getClient(argument: _platform_hub_v1_GetClientRequest, callback: grpc.requestCallback<_platform_hub_v1_Client__Output>): grpc.ClientUnaryCall;
  
}

export interface ClientsHandlers extends grpc.UntypedServiceImplementation {
  GetClient: grpc.handleUnaryCall<_platform_hub_v1_GetClientRequest__Output, _platform_hub_v1_Client>;
  
}

export interface ClientsDefinition extends grpc.ServiceDefinition {
  GetClient: MethodDefinition<_platform_hub_v1_GetClientRequest, _platform_hub_v1_Client, _platform_hub_v1_GetClientRequest__Output, _platform_hub_v1_Client__Output>
}
