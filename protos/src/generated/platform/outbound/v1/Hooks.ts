// Original file: protos/platform/outbound/v1/outbound.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetHookRequest as _platform_outbound_v1_GetHookRequest, GetHookRequest__Output as _platform_outbound_v1_GetHookRequest__Output } from '../../../platform/outbound/v1/GetHookRequest.ts';
import type { GetHookResponse as _platform_outbound_v1_GetHookResponse, GetHookResponse__Output as _platform_outbound_v1_GetHookResponse__Output } from '../../../platform/outbound/v1/GetHookResponse.ts';
import type { ListHooksForStageRequest as _platform_outbound_v1_ListHooksForStageRequest, ListHooksForStageRequest__Output as _platform_outbound_v1_ListHooksForStageRequest__Output } from '../../../platform/outbound/v1/ListHooksForStageRequest.ts';
import type { ListHooksForStageResponse as _platform_outbound_v1_ListHooksForStageResponse, ListHooksForStageResponse__Output as _platform_outbound_v1_ListHooksForStageResponse__Output } from '../../../platform/outbound/v1/ListHooksForStageResponse.ts';

export interface HooksClient extends grpc.Client {
  GetHook(argument: _platform_outbound_v1_GetHookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_GetHookResponse__Output>): grpc.ClientUnaryCall;
  GetHook(argument: _platform_outbound_v1_GetHookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_outbound_v1_GetHookResponse__Output>): grpc.ClientUnaryCall;
  GetHook(argument: _platform_outbound_v1_GetHookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_GetHookResponse__Output>): grpc.ClientUnaryCall;
  GetHook(argument: _platform_outbound_v1_GetHookRequest, callback: grpc.requestCallback<_platform_outbound_v1_GetHookResponse__Output>): grpc.ClientUnaryCall;
  getHook(argument: _platform_outbound_v1_GetHookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_GetHookResponse__Output>): grpc.ClientUnaryCall;
  getHook(argument: _platform_outbound_v1_GetHookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_outbound_v1_GetHookResponse__Output>): grpc.ClientUnaryCall;
  getHook(argument: _platform_outbound_v1_GetHookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_GetHookResponse__Output>): grpc.ClientUnaryCall;
  getHook(argument: _platform_outbound_v1_GetHookRequest, callback: grpc.requestCallback<_platform_outbound_v1_GetHookResponse__Output>): grpc.ClientUnaryCall;
  
  ListForStage(argument: _platform_outbound_v1_ListHooksForStageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_ListHooksForStageResponse__Output>): grpc.ClientUnaryCall;
  ListForStage(argument: _platform_outbound_v1_ListHooksForStageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_outbound_v1_ListHooksForStageResponse__Output>): grpc.ClientUnaryCall;
  ListForStage(argument: _platform_outbound_v1_ListHooksForStageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_ListHooksForStageResponse__Output>): grpc.ClientUnaryCall;
  ListForStage(argument: _platform_outbound_v1_ListHooksForStageRequest, callback: grpc.requestCallback<_platform_outbound_v1_ListHooksForStageResponse__Output>): grpc.ClientUnaryCall;
  listForStage(argument: _platform_outbound_v1_ListHooksForStageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_ListHooksForStageResponse__Output>): grpc.ClientUnaryCall;
  listForStage(argument: _platform_outbound_v1_ListHooksForStageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_outbound_v1_ListHooksForStageResponse__Output>): grpc.ClientUnaryCall;
  listForStage(argument: _platform_outbound_v1_ListHooksForStageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_ListHooksForStageResponse__Output>): grpc.ClientUnaryCall;
  listForStage(argument: _platform_outbound_v1_ListHooksForStageRequest, callback: grpc.requestCallback<_platform_outbound_v1_ListHooksForStageResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface HooksHandlers extends grpc.UntypedServiceImplementation {
  GetHook: grpc.handleUnaryCall<_platform_outbound_v1_GetHookRequest__Output, _platform_outbound_v1_GetHookResponse>;
  
  ListForStage: grpc.handleUnaryCall<_platform_outbound_v1_ListHooksForStageRequest__Output, _platform_outbound_v1_ListHooksForStageResponse>;
  
}

export interface HooksDefinition extends grpc.ServiceDefinition {
  GetHook: MethodDefinition<_platform_outbound_v1_GetHookRequest, _platform_outbound_v1_GetHookResponse, _platform_outbound_v1_GetHookRequest__Output, _platform_outbound_v1_GetHookResponse__Output>
  ListForStage: MethodDefinition<_platform_outbound_v1_ListHooksForStageRequest, _platform_outbound_v1_ListHooksForStageResponse, _platform_outbound_v1_ListHooksForStageRequest__Output, _platform_outbound_v1_ListHooksForStageResponse__Output>
}
