// Original file: protos/platform/compliance/v1/compliance.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CheckConsentsRequest as _platform_compliance_v1_CheckConsentsRequest, CheckConsentsRequest__Output as _platform_compliance_v1_CheckConsentsRequest__Output } from '../../../platform/compliance/v1/CheckConsentsRequest.ts';
import type { CheckConsentsResponse as _platform_compliance_v1_CheckConsentsResponse, CheckConsentsResponse__Output as _platform_compliance_v1_CheckConsentsResponse__Output } from '../../../platform/compliance/v1/CheckConsentsResponse.ts';
import type { RecordConsentsRequest as _platform_compliance_v1_RecordConsentsRequest, RecordConsentsRequest__Output as _platform_compliance_v1_RecordConsentsRequest__Output } from '../../../platform/compliance/v1/RecordConsentsRequest.ts';
import type { RecordConsentsResponse as _platform_compliance_v1_RecordConsentsResponse, RecordConsentsResponse__Output as _platform_compliance_v1_RecordConsentsResponse__Output } from '../../../platform/compliance/v1/RecordConsentsResponse.ts';

export interface ConsentsClient extends grpc.Client {
  Check(argument: _platform_compliance_v1_CheckConsentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_CheckConsentsResponse__Output>): grpc.ClientUnaryCall;
  Check(argument: _platform_compliance_v1_CheckConsentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_compliance_v1_CheckConsentsResponse__Output>): grpc.ClientUnaryCall;
  Check(argument: _platform_compliance_v1_CheckConsentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_CheckConsentsResponse__Output>): grpc.ClientUnaryCall;
  Check(argument: _platform_compliance_v1_CheckConsentsRequest, callback: grpc.requestCallback<_platform_compliance_v1_CheckConsentsResponse__Output>): grpc.ClientUnaryCall;
  check(argument: _platform_compliance_v1_CheckConsentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_CheckConsentsResponse__Output>): grpc.ClientUnaryCall;
  check(argument: _platform_compliance_v1_CheckConsentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_compliance_v1_CheckConsentsResponse__Output>): grpc.ClientUnaryCall;
  check(argument: _platform_compliance_v1_CheckConsentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_CheckConsentsResponse__Output>): grpc.ClientUnaryCall;
  check(argument: _platform_compliance_v1_CheckConsentsRequest, callback: grpc.requestCallback<_platform_compliance_v1_CheckConsentsResponse__Output>): grpc.ClientUnaryCall;
  
  Record(argument: _platform_compliance_v1_RecordConsentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_RecordConsentsResponse__Output>): grpc.ClientUnaryCall;
  Record(argument: _platform_compliance_v1_RecordConsentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_compliance_v1_RecordConsentsResponse__Output>): grpc.ClientUnaryCall;
  Record(argument: _platform_compliance_v1_RecordConsentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_RecordConsentsResponse__Output>): grpc.ClientUnaryCall;
  Record(argument: _platform_compliance_v1_RecordConsentsRequest, callback: grpc.requestCallback<_platform_compliance_v1_RecordConsentsResponse__Output>): grpc.ClientUnaryCall;
  record(argument: _platform_compliance_v1_RecordConsentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_RecordConsentsResponse__Output>): grpc.ClientUnaryCall;
  record(argument: _platform_compliance_v1_RecordConsentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_compliance_v1_RecordConsentsResponse__Output>): grpc.ClientUnaryCall;
  record(argument: _platform_compliance_v1_RecordConsentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_RecordConsentsResponse__Output>): grpc.ClientUnaryCall;
  record(argument: _platform_compliance_v1_RecordConsentsRequest, callback: grpc.requestCallback<_platform_compliance_v1_RecordConsentsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface ConsentsHandlers extends grpc.UntypedServiceImplementation {
  Check: grpc.handleUnaryCall<_platform_compliance_v1_CheckConsentsRequest__Output, _platform_compliance_v1_CheckConsentsResponse>;
  
  Record: grpc.handleUnaryCall<_platform_compliance_v1_RecordConsentsRequest__Output, _platform_compliance_v1_RecordConsentsResponse>;
  
}

export interface ConsentsDefinition extends grpc.ServiceDefinition {
  Check: MethodDefinition<_platform_compliance_v1_CheckConsentsRequest, _platform_compliance_v1_CheckConsentsResponse, _platform_compliance_v1_CheckConsentsRequest__Output, _platform_compliance_v1_CheckConsentsResponse__Output>
  Record: MethodDefinition<_platform_compliance_v1_RecordConsentsRequest, _platform_compliance_v1_RecordConsentsResponse, _platform_compliance_v1_RecordConsentsRequest__Output, _platform_compliance_v1_RecordConsentsResponse__Output>
}
