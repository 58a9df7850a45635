// Original file: protos/platform/compliance/v1/compliance.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { SubjectStatusRequest as _platform_compliance_v1_SubjectStatusRequest, SubjectStatusRequest__Output as _platform_compliance_v1_SubjectStatusRequest__Output } from '../../../platform/compliance/v1/SubjectStatusRequest.ts';
import type { SubjectStatusResponse as _platform_compliance_v1_SubjectStatusResponse, SubjectStatusResponse__Output as _platform_compliance_v1_SubjectStatusResponse__Output } from '../../../platform/compliance/v1/SubjectStatusResponse.ts';

export interface SubjectsClient extends grpc.Client {
  Status(argument: _platform_compliance_v1_SubjectStatusRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_SubjectStatusResponse__Output>): grpc.ClientUnaryCall;
  Status(argument: _platform_compliance_v1_SubjectStatusRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_compliance_v1_SubjectStatusResponse__Output>): grpc.ClientUnaryCall;
  Status(argument: _platform_compliance_v1_SubjectStatusRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_SubjectStatusResponse__Output>): grpc.ClientUnaryCall;
  Status(argument: _platform_compliance_v1_SubjectStatusRequest, callback: grpc.requestCallback<_platform_compliance_v1_SubjectStatusResponse__Output>): grpc.ClientUnaryCall;
  status(argument: _platform_compliance_v1_SubjectStatusRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_SubjectStatusResponse__Output>): grpc.ClientUnaryCall;
  status(argument: _platform_compliance_v1_SubjectStatusRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_compliance_v1_SubjectStatusResponse__Output>): grpc.ClientUnaryCall;
  status(argument: _platform_compliance_v1_SubjectStatusRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_SubjectStatusResponse__Output>): grpc.ClientUnaryCall;
  status(argument: _platform_compliance_v1_SubjectStatusRequest, callback: grpc.requestCallback<_platform_compliance_v1_SubjectStatusResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface SubjectsHandlers extends grpc.UntypedServiceImplementation {
  Status: grpc.handleUnaryCall<_platform_compliance_v1_SubjectStatusRequest__Output, _platform_compliance_v1_SubjectStatusResponse>;
  
}

export interface SubjectsDefinition extends grpc.ServiceDefinition {
  Status: MethodDefinition<_platform_compliance_v1_SubjectStatusRequest, _platform_compliance_v1_SubjectStatusResponse, _platform_compliance_v1_SubjectStatusRequest__Output, _platform_compliance_v1_SubjectStatusResponse__Output>
}
