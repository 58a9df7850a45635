// Original file: protos/platform/tenantmove/v1/tenantmove.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AbandonResponse as _platform_tenantmove_v1_AbandonResponse, AbandonResponse__Output as _platform_tenantmove_v1_AbandonResponse__Output } from '../../../platform/tenantmove/v1/AbandonResponse.ts';
import type { ArchiveLines as _platform_tenantmove_v1_ArchiveLines, ArchiveLines__Output as _platform_tenantmove_v1_ArchiveLines__Output } from '../../../platform/tenantmove/v1/ArchiveLines.ts';
import type { CheckArchiveRequest as _platform_tenantmove_v1_CheckArchiveRequest, CheckArchiveRequest__Output as _platform_tenantmove_v1_CheckArchiveRequest__Output } from '../../../platform/tenantmove/v1/CheckArchiveRequest.ts';
import type { ExportTenantRequest as _platform_tenantmove_v1_ExportTenantRequest, ExportTenantRequest__Output as _platform_tenantmove_v1_ExportTenantRequest__Output } from '../../../platform/tenantmove/v1/ExportTenantRequest.ts';
import type { ImportTenantRequest as _platform_tenantmove_v1_ImportTenantRequest, ImportTenantRequest__Output as _platform_tenantmove_v1_ImportTenantRequest__Output } from '../../../platform/tenantmove/v1/ImportTenantRequest.ts';
import type { TenantActivity as _platform_tenantmove_v1_TenantActivity, TenantActivity__Output as _platform_tenantmove_v1_TenantActivity__Output } from '../../../platform/tenantmove/v1/TenantActivity.ts';
import type { TenantImportProgress as _platform_tenantmove_v1_TenantImportProgress, TenantImportProgress__Output as _platform_tenantmove_v1_TenantImportProgress__Output } from '../../../platform/tenantmove/v1/TenantImportProgress.ts';
import type { TenantMoveRequest as _platform_tenantmove_v1_TenantMoveRequest, TenantMoveRequest__Output as _platform_tenantmove_v1_TenantMoveRequest__Output } from '../../../platform/tenantmove/v1/TenantMoveRequest.ts';

export interface TenantMoveClient extends grpc.Client {
  Abandon(argument: _platform_tenantmove_v1_TenantMoveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_AbandonResponse__Output>): grpc.ClientUnaryCall;
  Abandon(argument: _platform_tenantmove_v1_TenantMoveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_tenantmove_v1_AbandonResponse__Output>): grpc.ClientUnaryCall;
  Abandon(argument: _platform_tenantmove_v1_TenantMoveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_AbandonResponse__Output>): grpc.ClientUnaryCall;
  Abandon(argument: _platform_tenantmove_v1_TenantMoveRequest, callback: grpc.requestCallback<_platform_tenantmove_v1_AbandonResponse__Output>): grpc.ClientUnaryCall;
  abandon(argument: _platform_tenantmove_v1_TenantMoveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_AbandonResponse__Output>): grpc.ClientUnaryCall;
  abandon(argument: _platform_tenantmove_v1_TenantMoveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_tenantmove_v1_AbandonResponse__Output>): grpc.ClientUnaryCall;
  abandon(argument: _platform_tenantmove_v1_TenantMoveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_AbandonResponse__Output>): grpc.ClientUnaryCall;
  abandon(argument: _platform_tenantmove_v1_TenantMoveRequest, callback: grpc.requestCallback<_platform_tenantmove_v1_AbandonResponse__Output>): grpc.ClientUnaryCall;
  
  Activity(argument: _platform_tenantmove_v1_TenantMoveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantActivity__Output>): grpc.ClientUnaryCall;
  Activity(argument: _platform_tenantmove_v1_TenantMoveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantActivity__Output>): grpc.ClientUnaryCall;
  Activity(argument: _platform_tenantmove_v1_TenantMoveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantActivity__Output>): grpc.ClientUnaryCall;
  Activity(argument: _platform_tenantmove_v1_TenantMoveRequest, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantActivity__Output>): grpc.ClientUnaryCall;
  activity(argument: _platform_tenantmove_v1_TenantMoveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantActivity__Output>): grpc.ClientUnaryCall;
  activity(argument: _platform_tenantmove_v1_TenantMoveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantActivity__Output>): grpc.ClientUnaryCall;
  activity(argument: _platform_tenantmove_v1_TenantMoveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantActivity__Output>): grpc.ClientUnaryCall;
  activity(argument: _platform_tenantmove_v1_TenantMoveRequest, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantActivity__Output>): grpc.ClientUnaryCall;
  
  Check(argument: _platform_tenantmove_v1_CheckArchiveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  Check(argument: _platform_tenantmove_v1_CheckArchiveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  Check(argument: _platform_tenantmove_v1_CheckArchiveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  Check(argument: _platform_tenantmove_v1_CheckArchiveRequest, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  check(argument: _platform_tenantmove_v1_CheckArchiveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  check(argument: _platform_tenantmove_v1_CheckArchiveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  check(argument: _platform_tenantmove_v1_CheckArchiveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  check(argument: _platform_tenantmove_v1_CheckArchiveRequest, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  
  Export(argument: _platform_tenantmove_v1_ExportTenantRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_platform_tenantmove_v1_ArchiveLines__Output>;
  Export(argument: _platform_tenantmove_v1_ExportTenantRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_platform_tenantmove_v1_ArchiveLines__Output>;
  export(argument: _platform_tenantmove_v1_ExportTenantRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_platform_tenantmove_v1_ArchiveLines__Output>;
  export(argument: _platform_tenantmove_v1_ExportTenantRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_platform_tenantmove_v1_ArchiveLines__Output>;
  
  Import(argument: _platform_tenantmove_v1_ImportTenantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  Import(argument: _platform_tenantmove_v1_ImportTenantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  Import(argument: _platform_tenantmove_v1_ImportTenantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  Import(argument: _platform_tenantmove_v1_ImportTenantRequest, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  import(argument: _platform_tenantmove_v1_ImportTenantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  import(argument: _platform_tenantmove_v1_ImportTenantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  import(argument: _platform_tenantmove_v1_ImportTenantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  import(argument: _platform_tenantmove_v1_ImportTenantRequest, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  
  Progress(argument: _platform_tenantmove_v1_TenantMoveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  Progress(argument: _platform_tenantmove_v1_TenantMoveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  Progress(argument: _platform_tenantmove_v1_TenantMoveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  Progress(argument: _platform_tenantmove_v1_TenantMoveRequest, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  progress(argument: _platform_tenantmove_v1_TenantMoveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  progress(argument: _platform_tenantmove_v1_TenantMoveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  progress(argument: _platform_tenantmove_v1_TenantMoveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  progress(argument: _platform_tenantmove_v1_TenantMoveRequest, callback: grpc.requestCallback<_platform_tenantmove_v1_TenantImportProgress__Output>): grpc.ClientUnaryCall;
  
}

export interface TenantMoveHandlers extends grpc.UntypedServiceImplementation {
  Abandon: grpc.handleUnaryCall<_platform_tenantmove_v1_TenantMoveRequest__Output, _platform_tenantmove_v1_AbandonResponse>;
  
  Activity: grpc.handleUnaryCall<_platform_tenantmove_v1_TenantMoveRequest__Output, _platform_tenantmove_v1_TenantActivity>;
  
  Check: grpc.handleUnaryCall<_platform_tenantmove_v1_CheckArchiveRequest__Output, _platform_tenantmove_v1_TenantImportProgress>;
  
  Export: grpc.handleServerStreamingCall<_platform_tenantmove_v1_ExportTenantRequest__Output, _platform_tenantmove_v1_ArchiveLines>;
  
  Import: grpc.handleUnaryCall<_platform_tenantmove_v1_ImportTenantRequest__Output, _platform_tenantmove_v1_TenantImportProgress>;
  
  Progress: grpc.handleUnaryCall<_platform_tenantmove_v1_TenantMoveRequest__Output, _platform_tenantmove_v1_TenantImportProgress>;
  
}

export interface TenantMoveDefinition extends grpc.ServiceDefinition {
  Abandon: MethodDefinition<_platform_tenantmove_v1_TenantMoveRequest, _platform_tenantmove_v1_AbandonResponse, _platform_tenantmove_v1_TenantMoveRequest__Output, _platform_tenantmove_v1_AbandonResponse__Output>
  Activity: MethodDefinition<_platform_tenantmove_v1_TenantMoveRequest, _platform_tenantmove_v1_TenantActivity, _platform_tenantmove_v1_TenantMoveRequest__Output, _platform_tenantmove_v1_TenantActivity__Output>
  Check: MethodDefinition<_platform_tenantmove_v1_CheckArchiveRequest, _platform_tenantmove_v1_TenantImportProgress, _platform_tenantmove_v1_CheckArchiveRequest__Output, _platform_tenantmove_v1_TenantImportProgress__Output>
  Export: MethodDefinition<_platform_tenantmove_v1_ExportTenantRequest, _platform_tenantmove_v1_ArchiveLines, _platform_tenantmove_v1_ExportTenantRequest__Output, _platform_tenantmove_v1_ArchiveLines__Output>
  Import: MethodDefinition<_platform_tenantmove_v1_ImportTenantRequest, _platform_tenantmove_v1_TenantImportProgress, _platform_tenantmove_v1_ImportTenantRequest__Output, _platform_tenantmove_v1_TenantImportProgress__Output>
  Progress: MethodDefinition<_platform_tenantmove_v1_TenantMoveRequest, _platform_tenantmove_v1_TenantImportProgress, _platform_tenantmove_v1_TenantMoveRequest__Output, _platform_tenantmove_v1_TenantImportProgress__Output>
}
