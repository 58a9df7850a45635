// Original file: protos/platform/hub/v1/hub.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ApiResource as _platform_hub_v1_ApiResource, ApiResource__Output as _platform_hub_v1_ApiResource__Output } from '../../../platform/hub/v1/ApiResource.ts';
import type { GetApiResourceRequest as _platform_hub_v1_GetApiResourceRequest, GetApiResourceRequest__Output as _platform_hub_v1_GetApiResourceRequest__Output } from '../../../platform/hub/v1/GetApiResourceRequest.ts';

export interface ApiResourcesClient extends grpc.Client {
  Get(argument: _platform_hub_v1_GetApiResourceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ApiResource__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_hub_v1_GetApiResourceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ApiResource__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_hub_v1_GetApiResourceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ApiResource__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_hub_v1_GetApiResourceRequest, callback: grpc.requestCallback<_platform_hub_v1_ApiResource__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_hub_v1_GetApiResourceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ApiResource__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_hub_v1_GetApiResourceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ApiResource__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_hub_v1_GetApiResourceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ApiResource__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_hub_v1_GetApiResourceRequest, callback: grpc.requestCallback<_platform_hub_v1_ApiResource__Output>): grpc.ClientUnaryCall;
  
}

export interface ApiResourcesHandlers extends grpc.UntypedServiceImplementation {
  Get: grpc.handleUnaryCall<_platform_hub_v1_GetApiResourceRequest__Output, _platform_hub_v1_ApiResource>;
  
}

export interface ApiResourcesDefinition extends grpc.ServiceDefinition {
  Get: MethodDefinition<_platform_hub_v1_GetApiResourceRequest, _platform_hub_v1_ApiResource, _platform_hub_v1_GetApiResourceRequest__Output, _platform_hub_v1_ApiResource__Output>
}
