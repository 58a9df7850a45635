// Original file: protos/platform/fga/v1/fga.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { EvaluatePoliciesRequest as _platform_fga_v1_EvaluatePoliciesRequest, EvaluatePoliciesRequest__Output as _platform_fga_v1_EvaluatePoliciesRequest__Output } from '../../../platform/fga/v1/EvaluatePoliciesRequest.ts';
import type { EvaluatePoliciesResponse as _platform_fga_v1_EvaluatePoliciesResponse, EvaluatePoliciesResponse__Output as _platform_fga_v1_EvaluatePoliciesResponse__Output } from '../../../platform/fga/v1/EvaluatePoliciesResponse.ts';

export interface AccessPoliciesClient extends grpc.Client {
  Evaluate(argument: _platform_fga_v1_EvaluatePoliciesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_EvaluatePoliciesResponse__Output>): grpc.ClientUnaryCall;
  Evaluate(argument: _platform_fga_v1_EvaluatePoliciesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_EvaluatePoliciesResponse__Output>): grpc.ClientUnaryCall;
  Evaluate(argument: _platform_fga_v1_EvaluatePoliciesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_EvaluatePoliciesResponse__Output>): grpc.ClientUnaryCall;
  Evaluate(argument: _platform_fga_v1_EvaluatePoliciesRequest, callback: grpc.requestCallback<_platform_fga_v1_EvaluatePoliciesResponse__Output>): grpc.ClientUnaryCall;
  evaluate(argument: _platform_fga_v1_EvaluatePoliciesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_EvaluatePoliciesResponse__Output>): grpc.ClientUnaryCall;
  evaluate(argument: _platform_fga_v1_EvaluatePoliciesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_EvaluatePoliciesResponse__Output>): grpc.ClientUnaryCall;
  evaluate(argument: _platform_fga_v1_EvaluatePoliciesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_EvaluatePoliciesResponse__Output>): grpc.ClientUnaryCall;
  evaluate(argument: _platform_fga_v1_EvaluatePoliciesRequest, callback: grpc.requestCallback<_platform_fga_v1_EvaluatePoliciesResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AccessPoliciesHandlers extends grpc.UntypedServiceImplementation {
  Evaluate: grpc.handleUnaryCall<_platform_fga_v1_EvaluatePoliciesRequest__Output, _platform_fga_v1_EvaluatePoliciesResponse>;
  
}

export interface AccessPoliciesDefinition extends grpc.ServiceDefinition {
  Evaluate: MethodDefinition<_platform_fga_v1_EvaluatePoliciesRequest, _platform_fga_v1_EvaluatePoliciesResponse, _platform_fga_v1_EvaluatePoliciesRequest__Output, _platform_fga_v1_EvaluatePoliciesResponse__Output>
}
