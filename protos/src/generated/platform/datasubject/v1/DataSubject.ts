// Original file: protos/platform/datasubject/v1/datasubject.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ExportRequest as _platform_datasubject_v1_ExportRequest, ExportRequest__Output as _platform_datasubject_v1_ExportRequest__Output } from '../../../platform/datasubject/v1/ExportRequest.ts';
import type { ExportSection as _platform_datasubject_v1_ExportSection, ExportSection__Output as _platform_datasubject_v1_ExportSection__Output } from '../../../platform/datasubject/v1/ExportSection.ts';
import type { SubjectRequest as _platform_datasubject_v1_SubjectRequest, SubjectRequest__Output as _platform_datasubject_v1_SubjectRequest__Output } from '../../../platform/datasubject/v1/SubjectRequest.ts';
import type { SubjectResponse as _platform_datasubject_v1_SubjectResponse, SubjectResponse__Output as _platform_datasubject_v1_SubjectResponse__Output } from '../../../platform/datasubject/v1/SubjectResponse.ts';

export interface DataSubjectClient extends grpc.Client {
  Deactivate(argument: _platform_datasubject_v1_SubjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  Deactivate(argument: _platform_datasubject_v1_SubjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  Deactivate(argument: _platform_datasubject_v1_SubjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  Deactivate(argument: _platform_datasubject_v1_SubjectRequest, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  deactivate(argument: _platform_datasubject_v1_SubjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  deactivate(argument: _platform_datasubject_v1_SubjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  deactivate(argument: _platform_datasubject_v1_SubjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  deactivate(argument: _platform_datasubject_v1_SubjectRequest, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  
  Erase(argument: _platform_datasubject_v1_SubjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  Erase(argument: _platform_datasubject_v1_SubjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  Erase(argument: _platform_datasubject_v1_SubjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  Erase(argument: _platform_datasubject_v1_SubjectRequest, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  erase(argument: _platform_datasubject_v1_SubjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  erase(argument: _platform_datasubject_v1_SubjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  erase(argument: _platform_datasubject_v1_SubjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  erase(argument: _platform_datasubject_v1_SubjectRequest, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  
  Export(argument: _platform_datasubject_v1_ExportRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_platform_datasubject_v1_ExportSection__Output>;
  Export(argument: _platform_datasubject_v1_ExportRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_platform_datasubject_v1_ExportSection__Output>;
  export(argument: _platform_datasubject_v1_ExportRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_platform_datasubject_v1_ExportSection__Output>;
  export(argument: _platform_datasubject_v1_ExportRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_platform_datasubject_v1_ExportSection__Output>;
  
  Reactivate(argument: _platform_datasubject_v1_SubjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  Reactivate(argument: _platform_datasubject_v1_SubjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  Reactivate(argument: _platform_datasubject_v1_SubjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  Reactivate(argument: _platform_datasubject_v1_SubjectRequest, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  reactivate(argument: _platform_datasubject_v1_SubjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  reactivate(argument: _platform_datasubject_v1_SubjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  reactivate(argument: _platform_datasubject_v1_SubjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  reactivate(argument: _platform_datasubject_v1_SubjectRequest, callback: grpc.requestCallback<_platform_datasubject_v1_SubjectResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface DataSubjectHandlers extends grpc.UntypedServiceImplementation {
  Deactivate: grpc.handleUnaryCall<_platform_datasubject_v1_SubjectRequest__Output, _platform_datasubject_v1_SubjectResponse>;
  
  Erase: grpc.handleUnaryCall<_platform_datasubject_v1_SubjectRequest__Output, _platform_datasubject_v1_SubjectResponse>;
  
  Export: grpc.handleServerStreamingCall<_platform_datasubject_v1_ExportRequest__Output, _platform_datasubject_v1_ExportSection>;
  
  Reactivate: grpc.handleUnaryCall<_platform_datasubject_v1_SubjectRequest__Output, _platform_datasubject_v1_SubjectResponse>;
  
}

export interface DataSubjectDefinition extends grpc.ServiceDefinition {
  Deactivate: MethodDefinition<_platform_datasubject_v1_SubjectRequest, _platform_datasubject_v1_SubjectResponse, _platform_datasubject_v1_SubjectRequest__Output, _platform_datasubject_v1_SubjectResponse__Output>
  Erase: MethodDefinition<_platform_datasubject_v1_SubjectRequest, _platform_datasubject_v1_SubjectResponse, _platform_datasubject_v1_SubjectRequest__Output, _platform_datasubject_v1_SubjectResponse__Output>
  Export: MethodDefinition<_platform_datasubject_v1_ExportRequest, _platform_datasubject_v1_ExportSection, _platform_datasubject_v1_ExportRequest__Output, _platform_datasubject_v1_ExportSection__Output>
  Reactivate: MethodDefinition<_platform_datasubject_v1_SubjectRequest, _platform_datasubject_v1_SubjectResponse, _platform_datasubject_v1_SubjectRequest__Output, _platform_datasubject_v1_SubjectResponse__Output>
}
