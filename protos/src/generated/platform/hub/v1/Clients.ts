// Original file: protos/platform/hub/v1/hub.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Client as _platform_hub_v1_Client, Client__Output as _platform_hub_v1_Client__Output } from '../../../platform/hub/v1/Client.ts';
import type { ExpectPoliciesRequest as _platform_hub_v1_ExpectPoliciesRequest, ExpectPoliciesRequest__Output as _platform_hub_v1_ExpectPoliciesRequest__Output } from '../../../platform/hub/v1/ExpectPoliciesRequest.ts';
import type { ExpectPoliciesResponse as _platform_hub_v1_ExpectPoliciesResponse, ExpectPoliciesResponse__Output as _platform_hub_v1_ExpectPoliciesResponse__Output } from '../../../platform/hub/v1/ExpectPoliciesResponse.ts';
import type { GetClientRequest as _platform_hub_v1_GetClientRequest, GetClientRequest__Output as _platform_hub_v1_GetClientRequest__Output } from '../../../platform/hub/v1/GetClientRequest.ts';

export interface ClientsClient extends grpc.Client {
  ExpectPolicies(argument: _platform_hub_v1_ExpectPoliciesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ExpectPoliciesResponse__Output>): grpc.ClientUnaryCall;
  ExpectPolicies(argument: _platform_hub_v1_ExpectPoliciesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ExpectPoliciesResponse__Output>): grpc.ClientUnaryCall;
  ExpectPolicies(argument: _platform_hub_v1_ExpectPoliciesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ExpectPoliciesResponse__Output>): grpc.ClientUnaryCall;
  ExpectPolicies(argument: _platform_hub_v1_ExpectPoliciesRequest, callback: grpc.requestCallback<_platform_hub_v1_ExpectPoliciesResponse__Output>): grpc.ClientUnaryCall;
  expectPolicies(argument: _platform_hub_v1_ExpectPoliciesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ExpectPoliciesResponse__Output>): grpc.ClientUnaryCall;
  expectPolicies(argument: _platform_hub_v1_ExpectPoliciesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ExpectPoliciesResponse__Output>): grpc.ClientUnaryCall;
  expectPolicies(argument: _platform_hub_v1_ExpectPoliciesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ExpectPoliciesResponse__Output>): grpc.ClientUnaryCall;
  expectPolicies(argument: _platform_hub_v1_ExpectPoliciesRequest, callback: grpc.requestCallback<_platform_hub_v1_ExpectPoliciesResponse__Output>): grpc.ClientUnaryCall;
  
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
  ExpectPolicies: grpc.handleUnaryCall<_platform_hub_v1_ExpectPoliciesRequest__Output, _platform_hub_v1_ExpectPoliciesResponse>;
  
  GetClient: grpc.handleUnaryCall<_platform_hub_v1_GetClientRequest__Output, _platform_hub_v1_Client>;
  
}

export interface ClientsDefinition extends grpc.ServiceDefinition {
  ExpectPolicies: MethodDefinition<_platform_hub_v1_ExpectPoliciesRequest, _platform_hub_v1_ExpectPoliciesResponse, _platform_hub_v1_ExpectPoliciesRequest__Output, _platform_hub_v1_ExpectPoliciesResponse__Output>
  GetClient: MethodDefinition<_platform_hub_v1_GetClientRequest, _platform_hub_v1_Client, _platform_hub_v1_GetClientRequest__Output, _platform_hub_v1_Client__Output>
}
