// Original file: protos/platform/overview/v1/overview.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { HealthRequest as _platform_overview_v1_HealthRequest, HealthRequest__Output as _platform_overview_v1_HealthRequest__Output } from '../../../platform/overview/v1/HealthRequest.ts';
import type { HealthResponse as _platform_overview_v1_HealthResponse, HealthResponse__Output as _platform_overview_v1_HealthResponse__Output } from '../../../platform/overview/v1/HealthResponse.ts';
import type { SearchRequest as _platform_overview_v1_SearchRequest, SearchRequest__Output as _platform_overview_v1_SearchRequest__Output } from '../../../platform/overview/v1/SearchRequest.ts';
import type { SearchResponse as _platform_overview_v1_SearchResponse, SearchResponse__Output as _platform_overview_v1_SearchResponse__Output } from '../../../platform/overview/v1/SearchResponse.ts';

export interface OverviewClient extends grpc.Client {
  Health(argument: _platform_overview_v1_HealthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_overview_v1_HealthResponse__Output>): grpc.ClientUnaryCall;
  Health(argument: _platform_overview_v1_HealthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_overview_v1_HealthResponse__Output>): grpc.ClientUnaryCall;
  Health(argument: _platform_overview_v1_HealthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_overview_v1_HealthResponse__Output>): grpc.ClientUnaryCall;
  Health(argument: _platform_overview_v1_HealthRequest, callback: grpc.requestCallback<_platform_overview_v1_HealthResponse__Output>): grpc.ClientUnaryCall;
  health(argument: _platform_overview_v1_HealthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_overview_v1_HealthResponse__Output>): grpc.ClientUnaryCall;
  health(argument: _platform_overview_v1_HealthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_overview_v1_HealthResponse__Output>): grpc.ClientUnaryCall;
  health(argument: _platform_overview_v1_HealthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_overview_v1_HealthResponse__Output>): grpc.ClientUnaryCall;
  health(argument: _platform_overview_v1_HealthRequest, callback: grpc.requestCallback<_platform_overview_v1_HealthResponse__Output>): grpc.ClientUnaryCall;
  
  Search(argument: _platform_overview_v1_SearchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_overview_v1_SearchResponse__Output>): grpc.ClientUnaryCall;
  Search(argument: _platform_overview_v1_SearchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_overview_v1_SearchResponse__Output>): grpc.ClientUnaryCall;
  Search(argument: _platform_overview_v1_SearchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_overview_v1_SearchResponse__Output>): grpc.ClientUnaryCall;
  Search(argument: _platform_overview_v1_SearchRequest, callback: grpc.requestCallback<_platform_overview_v1_SearchResponse__Output>): grpc.ClientUnaryCall;
  search(argument: _platform_overview_v1_SearchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_overview_v1_SearchResponse__Output>): grpc.ClientUnaryCall;
  search(argument: _platform_overview_v1_SearchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_overview_v1_SearchResponse__Output>): grpc.ClientUnaryCall;
  search(argument: _platform_overview_v1_SearchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_overview_v1_SearchResponse__Output>): grpc.ClientUnaryCall;
  search(argument: _platform_overview_v1_SearchRequest, callback: grpc.requestCallback<_platform_overview_v1_SearchResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface OverviewHandlers extends grpc.UntypedServiceImplementation {
  Health: grpc.handleUnaryCall<_platform_overview_v1_HealthRequest__Output, _platform_overview_v1_HealthResponse>;
  
  Search: grpc.handleUnaryCall<_platform_overview_v1_SearchRequest__Output, _platform_overview_v1_SearchResponse>;
  
}

export interface OverviewDefinition extends grpc.ServiceDefinition {
  Health: MethodDefinition<_platform_overview_v1_HealthRequest, _platform_overview_v1_HealthResponse, _platform_overview_v1_HealthRequest__Output, _platform_overview_v1_HealthResponse__Output>
  Search: MethodDefinition<_platform_overview_v1_SearchRequest, _platform_overview_v1_SearchResponse, _platform_overview_v1_SearchRequest__Output, _platform_overview_v1_SearchResponse__Output>
}
