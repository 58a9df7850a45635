// Original file: protos/platform/directory/v1/directory.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetSetupLinkRequest as _platform_directory_v1_GetSetupLinkRequest, GetSetupLinkRequest__Output as _platform_directory_v1_GetSetupLinkRequest__Output } from '../../../platform/directory/v1/GetSetupLinkRequest.ts';
import type { OpenSetupLinkRequest as _platform_directory_v1_OpenSetupLinkRequest, OpenSetupLinkRequest__Output as _platform_directory_v1_OpenSetupLinkRequest__Output } from '../../../platform/directory/v1/OpenSetupLinkRequest.ts';
import type { RenewSetupLinkResponse as _platform_directory_v1_RenewSetupLinkResponse, RenewSetupLinkResponse__Output as _platform_directory_v1_RenewSetupLinkResponse__Output } from '../../../platform/directory/v1/RenewSetupLinkResponse.ts';
import type { SetupLinkMessage as _platform_directory_v1_SetupLinkMessage, SetupLinkMessage__Output as _platform_directory_v1_SetupLinkMessage__Output } from '../../../platform/directory/v1/SetupLinkMessage.ts';

export interface SetupLinksClient extends grpc.Client {
  Get(argument: _platform_directory_v1_GetSetupLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_directory_v1_GetSetupLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_directory_v1_GetSetupLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_directory_v1_GetSetupLinkRequest, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_directory_v1_GetSetupLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_directory_v1_GetSetupLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_directory_v1_GetSetupLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_directory_v1_GetSetupLinkRequest, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  
  Open(argument: _platform_directory_v1_OpenSetupLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  Open(argument: _platform_directory_v1_OpenSetupLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  Open(argument: _platform_directory_v1_OpenSetupLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  Open(argument: _platform_directory_v1_OpenSetupLinkRequest, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  open(argument: _platform_directory_v1_OpenSetupLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  open(argument: _platform_directory_v1_OpenSetupLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  open(argument: _platform_directory_v1_OpenSetupLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  open(argument: _platform_directory_v1_OpenSetupLinkRequest, callback: grpc.requestCallback<_platform_directory_v1_SetupLinkMessage__Output>): grpc.ClientUnaryCall;
  
  Renew(argument: _platform_directory_v1_OpenSetupLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_RenewSetupLinkResponse__Output>): grpc.ClientUnaryCall;
  Renew(argument: _platform_directory_v1_OpenSetupLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_RenewSetupLinkResponse__Output>): grpc.ClientUnaryCall;
  Renew(argument: _platform_directory_v1_OpenSetupLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_RenewSetupLinkResponse__Output>): grpc.ClientUnaryCall;
  Renew(argument: _platform_directory_v1_OpenSetupLinkRequest, callback: grpc.requestCallback<_platform_directory_v1_RenewSetupLinkResponse__Output>): grpc.ClientUnaryCall;
  renew(argument: _platform_directory_v1_OpenSetupLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_RenewSetupLinkResponse__Output>): grpc.ClientUnaryCall;
  renew(argument: _platform_directory_v1_OpenSetupLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_directory_v1_RenewSetupLinkResponse__Output>): grpc.ClientUnaryCall;
  renew(argument: _platform_directory_v1_OpenSetupLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_directory_v1_RenewSetupLinkResponse__Output>): grpc.ClientUnaryCall;
  renew(argument: _platform_directory_v1_OpenSetupLinkRequest, callback: grpc.requestCallback<_platform_directory_v1_RenewSetupLinkResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface SetupLinksHandlers extends grpc.UntypedServiceImplementation {
  Get: grpc.handleUnaryCall<_platform_directory_v1_GetSetupLinkRequest__Output, _platform_directory_v1_SetupLinkMessage>;
  
  Open: grpc.handleUnaryCall<_platform_directory_v1_OpenSetupLinkRequest__Output, _platform_directory_v1_SetupLinkMessage>;
  
  Renew: grpc.handleUnaryCall<_platform_directory_v1_OpenSetupLinkRequest__Output, _platform_directory_v1_RenewSetupLinkResponse>;
  
}

export interface SetupLinksDefinition extends grpc.ServiceDefinition {
  Get: MethodDefinition<_platform_directory_v1_GetSetupLinkRequest, _platform_directory_v1_SetupLinkMessage, _platform_directory_v1_GetSetupLinkRequest__Output, _platform_directory_v1_SetupLinkMessage__Output>
  Open: MethodDefinition<_platform_directory_v1_OpenSetupLinkRequest, _platform_directory_v1_SetupLinkMessage, _platform_directory_v1_OpenSetupLinkRequest__Output, _platform_directory_v1_SetupLinkMessage__Output>
  Renew: MethodDefinition<_platform_directory_v1_OpenSetupLinkRequest, _platform_directory_v1_RenewSetupLinkResponse, _platform_directory_v1_OpenSetupLinkRequest__Output, _platform_directory_v1_RenewSetupLinkResponse__Output>
}
