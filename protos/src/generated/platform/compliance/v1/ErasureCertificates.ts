// Original file: protos/platform/compliance/v1/compliance.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ErasureCertificateDocument as _platform_compliance_v1_ErasureCertificateDocument, ErasureCertificateDocument__Output as _platform_compliance_v1_ErasureCertificateDocument__Output } from '../../../platform/compliance/v1/ErasureCertificateDocument.ts';
import type { ErasureCertificateRequest as _platform_compliance_v1_ErasureCertificateRequest, ErasureCertificateRequest__Output as _platform_compliance_v1_ErasureCertificateRequest__Output } from '../../../platform/compliance/v1/ErasureCertificateRequest.ts';
import type { ListErasureCertificatesRequest as _platform_compliance_v1_ListErasureCertificatesRequest, ListErasureCertificatesRequest__Output as _platform_compliance_v1_ListErasureCertificatesRequest__Output } from '../../../platform/compliance/v1/ListErasureCertificatesRequest.ts';
import type { ListErasureCertificatesResponse as _platform_compliance_v1_ListErasureCertificatesResponse, ListErasureCertificatesResponse__Output as _platform_compliance_v1_ListErasureCertificatesResponse__Output } from '../../../platform/compliance/v1/ListErasureCertificatesResponse.ts';

export interface ErasureCertificatesClient extends grpc.Client {
  Get(argument: _platform_compliance_v1_ErasureCertificateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_ErasureCertificateDocument__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_compliance_v1_ErasureCertificateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_compliance_v1_ErasureCertificateDocument__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_compliance_v1_ErasureCertificateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_ErasureCertificateDocument__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_compliance_v1_ErasureCertificateRequest, callback: grpc.requestCallback<_platform_compliance_v1_ErasureCertificateDocument__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_compliance_v1_ErasureCertificateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_ErasureCertificateDocument__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_compliance_v1_ErasureCertificateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_compliance_v1_ErasureCertificateDocument__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_compliance_v1_ErasureCertificateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_ErasureCertificateDocument__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_compliance_v1_ErasureCertificateRequest, callback: grpc.requestCallback<_platform_compliance_v1_ErasureCertificateDocument__Output>): grpc.ClientUnaryCall;
  
  List(argument: _platform_compliance_v1_ListErasureCertificatesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_ListErasureCertificatesResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_compliance_v1_ListErasureCertificatesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_compliance_v1_ListErasureCertificatesResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_compliance_v1_ListErasureCertificatesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_ListErasureCertificatesResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_compliance_v1_ListErasureCertificatesRequest, callback: grpc.requestCallback<_platform_compliance_v1_ListErasureCertificatesResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_compliance_v1_ListErasureCertificatesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_ListErasureCertificatesResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_compliance_v1_ListErasureCertificatesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_compliance_v1_ListErasureCertificatesResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_compliance_v1_ListErasureCertificatesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_compliance_v1_ListErasureCertificatesResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_compliance_v1_ListErasureCertificatesRequest, callback: grpc.requestCallback<_platform_compliance_v1_ListErasureCertificatesResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface ErasureCertificatesHandlers extends grpc.UntypedServiceImplementation {
  Get: grpc.handleUnaryCall<_platform_compliance_v1_ErasureCertificateRequest__Output, _platform_compliance_v1_ErasureCertificateDocument>;
  
  List: grpc.handleUnaryCall<_platform_compliance_v1_ListErasureCertificatesRequest__Output, _platform_compliance_v1_ListErasureCertificatesResponse>;
  
}

export interface ErasureCertificatesDefinition extends grpc.ServiceDefinition {
  Get: MethodDefinition<_platform_compliance_v1_ErasureCertificateRequest, _platform_compliance_v1_ErasureCertificateDocument, _platform_compliance_v1_ErasureCertificateRequest__Output, _platform_compliance_v1_ErasureCertificateDocument__Output>
  List: MethodDefinition<_platform_compliance_v1_ListErasureCertificatesRequest, _platform_compliance_v1_ListErasureCertificatesResponse, _platform_compliance_v1_ListErasureCertificatesRequest__Output, _platform_compliance_v1_ListErasureCertificatesResponse__Output>
}
