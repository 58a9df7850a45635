// Original file: protos/platform/compliance/v1/compliance.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetActiveDocumentsRequest as _platform_compliance_v1_GetActiveDocumentsRequest, GetActiveDocumentsRequest__Output as _platform_compliance_v1_GetActiveDocumentsRequest__Output } from '../../../platform/compliance/v1/GetActiveDocumentsRequest.ts';
import type { GetActiveDocumentsResponse as _platform_compliance_v1_GetActiveDocumentsResponse, GetActiveDocumentsResponse__Output as _platform_compliance_v1_GetActiveDocumentsResponse__Output } from '../../../platform/compliance/v1/GetActiveDocumentsResponse.ts';

export interface LegalDocumentsClient extends grpc.Client {
  GetActive(argument: _platform_compliance_v1_GetActiveDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_GetActiveDocumentsResponse__Output>): grpc.ClientUnaryCall;
  GetActive(argument: _platform_compliance_v1_GetActiveDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_compliance_v1_GetActiveDocumentsResponse__Output>): grpc.ClientUnaryCall;
  GetActive(argument: _platform_compliance_v1_GetActiveDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_GetActiveDocumentsResponse__Output>): grpc.ClientUnaryCall;
  GetActive(argument: _platform_compliance_v1_GetActiveDocumentsRequest, callback: grpc.requestCallback<_platform_compliance_v1_GetActiveDocumentsResponse__Output>): grpc.ClientUnaryCall;
  getActive(argument: _platform_compliance_v1_GetActiveDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_GetActiveDocumentsResponse__Output>): grpc.ClientUnaryCall;
  getActive(argument: _platform_compliance_v1_GetActiveDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_compliance_v1_GetActiveDocumentsResponse__Output>): grpc.ClientUnaryCall;
  getActive(argument: _platform_compliance_v1_GetActiveDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_GetActiveDocumentsResponse__Output>): grpc.ClientUnaryCall;
  getActive(argument: _platform_compliance_v1_GetActiveDocumentsRequest, callback: grpc.requestCallback<_platform_compliance_v1_GetActiveDocumentsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface LegalDocumentsHandlers extends grpc.UntypedServiceImplementation {
  GetActive: grpc.handleUnaryCall<_platform_compliance_v1_GetActiveDocumentsRequest__Output, _platform_compliance_v1_GetActiveDocumentsResponse>;
  
}

export interface LegalDocumentsDefinition extends grpc.ServiceDefinition {
  GetActive: MethodDefinition<_platform_compliance_v1_GetActiveDocumentsRequest, _platform_compliance_v1_GetActiveDocumentsResponse, _platform_compliance_v1_GetActiveDocumentsRequest__Output, _platform_compliance_v1_GetActiveDocumentsResponse__Output>
}
