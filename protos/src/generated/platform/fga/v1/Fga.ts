// Original file: protos/platform/fga/v1/fga.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BatchCheckRequest as _platform_fga_v1_BatchCheckRequest, BatchCheckRequest__Output as _platform_fga_v1_BatchCheckRequest__Output } from '../../../platform/fga/v1/BatchCheckRequest.ts';
import type { BatchCheckResponse as _platform_fga_v1_BatchCheckResponse, BatchCheckResponse__Output as _platform_fga_v1_BatchCheckResponse__Output } from '../../../platform/fga/v1/BatchCheckResponse.ts';
import type { CheckRequest as _platform_fga_v1_CheckRequest, CheckRequest__Output as _platform_fga_v1_CheckRequest__Output } from '../../../platform/fga/v1/CheckRequest.ts';
import type { CheckResponse as _platform_fga_v1_CheckResponse, CheckResponse__Output as _platform_fga_v1_CheckResponse__Output } from '../../../platform/fga/v1/CheckResponse.ts';
import type { ListObjectsRequest as _platform_fga_v1_ListObjectsRequest, ListObjectsRequest__Output as _platform_fga_v1_ListObjectsRequest__Output } from '../../../platform/fga/v1/ListObjectsRequest.ts';
import type { ListObjectsResponse as _platform_fga_v1_ListObjectsResponse, ListObjectsResponse__Output as _platform_fga_v1_ListObjectsResponse__Output } from '../../../platform/fga/v1/ListObjectsResponse.ts';
import type { WriteTuplesRequest as _platform_fga_v1_WriteTuplesRequest, WriteTuplesRequest__Output as _platform_fga_v1_WriteTuplesRequest__Output } from '../../../platform/fga/v1/WriteTuplesRequest.ts';
import type { WriteTuplesResponse as _platform_fga_v1_WriteTuplesResponse, WriteTuplesResponse__Output as _platform_fga_v1_WriteTuplesResponse__Output } from '../../../platform/fga/v1/WriteTuplesResponse.ts';

export interface FgaClient extends grpc.Client {
  BatchCheck(argument: _platform_fga_v1_BatchCheckRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_BatchCheckResponse__Output>): grpc.ClientUnaryCall;
  BatchCheck(argument: _platform_fga_v1_BatchCheckRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_BatchCheckResponse__Output>): grpc.ClientUnaryCall;
  BatchCheck(argument: _platform_fga_v1_BatchCheckRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_BatchCheckResponse__Output>): grpc.ClientUnaryCall;
  BatchCheck(argument: _platform_fga_v1_BatchCheckRequest, callback: grpc.requestCallback<_platform_fga_v1_BatchCheckResponse__Output>): grpc.ClientUnaryCall;
  batchCheck(argument: _platform_fga_v1_BatchCheckRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_BatchCheckResponse__Output>): grpc.ClientUnaryCall;
  batchCheck(argument: _platform_fga_v1_BatchCheckRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_BatchCheckResponse__Output>): grpc.ClientUnaryCall;
  batchCheck(argument: _platform_fga_v1_BatchCheckRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_BatchCheckResponse__Output>): grpc.ClientUnaryCall;
  batchCheck(argument: _platform_fga_v1_BatchCheckRequest, callback: grpc.requestCallback<_platform_fga_v1_BatchCheckResponse__Output>): grpc.ClientUnaryCall;
  
  Check(argument: _platform_fga_v1_CheckRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_CheckResponse__Output>): grpc.ClientUnaryCall;
  Check(argument: _platform_fga_v1_CheckRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_CheckResponse__Output>): grpc.ClientUnaryCall;
  Check(argument: _platform_fga_v1_CheckRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_CheckResponse__Output>): grpc.ClientUnaryCall;
  Check(argument: _platform_fga_v1_CheckRequest, callback: grpc.requestCallback<_platform_fga_v1_CheckResponse__Output>): grpc.ClientUnaryCall;
  check(argument: _platform_fga_v1_CheckRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_CheckResponse__Output>): grpc.ClientUnaryCall;
  check(argument: _platform_fga_v1_CheckRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_CheckResponse__Output>): grpc.ClientUnaryCall;
  check(argument: _platform_fga_v1_CheckRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_CheckResponse__Output>): grpc.ClientUnaryCall;
  check(argument: _platform_fga_v1_CheckRequest, callback: grpc.requestCallback<_platform_fga_v1_CheckResponse__Output>): grpc.ClientUnaryCall;
  
  ListObjects(argument: _platform_fga_v1_ListObjectsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ListObjectsResponse__Output>): grpc.ClientUnaryCall;
  ListObjects(argument: _platform_fga_v1_ListObjectsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_ListObjectsResponse__Output>): grpc.ClientUnaryCall;
  ListObjects(argument: _platform_fga_v1_ListObjectsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ListObjectsResponse__Output>): grpc.ClientUnaryCall;
  ListObjects(argument: _platform_fga_v1_ListObjectsRequest, callback: grpc.requestCallback<_platform_fga_v1_ListObjectsResponse__Output>): grpc.ClientUnaryCall;
  listObjects(argument: _platform_fga_v1_ListObjectsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ListObjectsResponse__Output>): grpc.ClientUnaryCall;
  listObjects(argument: _platform_fga_v1_ListObjectsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_ListObjectsResponse__Output>): grpc.ClientUnaryCall;
  listObjects(argument: _platform_fga_v1_ListObjectsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ListObjectsResponse__Output>): grpc.ClientUnaryCall;
  listObjects(argument: _platform_fga_v1_ListObjectsRequest, callback: grpc.requestCallback<_platform_fga_v1_ListObjectsResponse__Output>): grpc.ClientUnaryCall;
  
  WriteTuples(argument: _platform_fga_v1_WriteTuplesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_WriteTuplesResponse__Output>): grpc.ClientUnaryCall;
  WriteTuples(argument: _platform_fga_v1_WriteTuplesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_WriteTuplesResponse__Output>): grpc.ClientUnaryCall;
  WriteTuples(argument: _platform_fga_v1_WriteTuplesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_WriteTuplesResponse__Output>): grpc.ClientUnaryCall;
  WriteTuples(argument: _platform_fga_v1_WriteTuplesRequest, callback: grpc.requestCallback<_platform_fga_v1_WriteTuplesResponse__Output>): grpc.ClientUnaryCall;
  writeTuples(argument: _platform_fga_v1_WriteTuplesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_WriteTuplesResponse__Output>): grpc.ClientUnaryCall;
  writeTuples(argument: _platform_fga_v1_WriteTuplesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_WriteTuplesResponse__Output>): grpc.ClientUnaryCall;
  writeTuples(argument: _platform_fga_v1_WriteTuplesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_WriteTuplesResponse__Output>): grpc.ClientUnaryCall;
  writeTuples(argument: _platform_fga_v1_WriteTuplesRequest, callback: grpc.requestCallback<_platform_fga_v1_WriteTuplesResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface FgaHandlers extends grpc.UntypedServiceImplementation {
  BatchCheck: grpc.handleUnaryCall<_platform_fga_v1_BatchCheckRequest__Output, _platform_fga_v1_BatchCheckResponse>;
  
  Check: grpc.handleUnaryCall<_platform_fga_v1_CheckRequest__Output, _platform_fga_v1_CheckResponse>;
  
  ListObjects: grpc.handleUnaryCall<_platform_fga_v1_ListObjectsRequest__Output, _platform_fga_v1_ListObjectsResponse>;
  
  WriteTuples: grpc.handleUnaryCall<_platform_fga_v1_WriteTuplesRequest__Output, _platform_fga_v1_WriteTuplesResponse>;
  
}

export interface FgaDefinition extends grpc.ServiceDefinition {
  BatchCheck: MethodDefinition<_platform_fga_v1_BatchCheckRequest, _platform_fga_v1_BatchCheckResponse, _platform_fga_v1_BatchCheckRequest__Output, _platform_fga_v1_BatchCheckResponse__Output>
  Check: MethodDefinition<_platform_fga_v1_CheckRequest, _platform_fga_v1_CheckResponse, _platform_fga_v1_CheckRequest__Output, _platform_fga_v1_CheckResponse__Output>
  ListObjects: MethodDefinition<_platform_fga_v1_ListObjectsRequest, _platform_fga_v1_ListObjectsResponse, _platform_fga_v1_ListObjectsRequest__Output, _platform_fga_v1_ListObjectsResponse__Output>
  WriteTuples: MethodDefinition<_platform_fga_v1_WriteTuplesRequest, _platform_fga_v1_WriteTuplesResponse, _platform_fga_v1_WriteTuplesRequest__Output, _platform_fga_v1_WriteTuplesResponse__Output>
}
