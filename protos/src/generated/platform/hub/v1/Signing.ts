// Original file: protos/platform/hub/v1/hub.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DocumentKeysRequest as _platform_hub_v1_DocumentKeysRequest, DocumentKeysRequest__Output as _platform_hub_v1_DocumentKeysRequest__Output } from '../../../platform/hub/v1/DocumentKeysRequest.ts';
import type { DocumentKeysResponse as _platform_hub_v1_DocumentKeysResponse, DocumentKeysResponse__Output as _platform_hub_v1_DocumentKeysResponse__Output } from '../../../platform/hub/v1/DocumentKeysResponse.ts';
import type { SignRequest as _platform_hub_v1_SignRequest, SignRequest__Output as _platform_hub_v1_SignRequest__Output } from '../../../platform/hub/v1/SignRequest.ts';
import type { SignResponse as _platform_hub_v1_SignResponse, SignResponse__Output as _platform_hub_v1_SignResponse__Output } from '../../../platform/hub/v1/SignResponse.ts';

export interface SigningClient extends grpc.Client {
  DocumentKeys(argument: _platform_hub_v1_DocumentKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_DocumentKeysResponse__Output>): grpc.ClientUnaryCall;
  DocumentKeys(argument: _platform_hub_v1_DocumentKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_DocumentKeysResponse__Output>): grpc.ClientUnaryCall;
  DocumentKeys(argument: _platform_hub_v1_DocumentKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_DocumentKeysResponse__Output>): grpc.ClientUnaryCall;
  DocumentKeys(argument: _platform_hub_v1_DocumentKeysRequest, callback: grpc.requestCallback<_platform_hub_v1_DocumentKeysResponse__Output>): grpc.ClientUnaryCall;
  documentKeys(argument: _platform_hub_v1_DocumentKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_DocumentKeysResponse__Output>): grpc.ClientUnaryCall;
  documentKeys(argument: _platform_hub_v1_DocumentKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_DocumentKeysResponse__Output>): grpc.ClientUnaryCall;
  documentKeys(argument: _platform_hub_v1_DocumentKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_DocumentKeysResponse__Output>): grpc.ClientUnaryCall;
  documentKeys(argument: _platform_hub_v1_DocumentKeysRequest, callback: grpc.requestCallback<_platform_hub_v1_DocumentKeysResponse__Output>): grpc.ClientUnaryCall;
  
  Sign(argument: _platform_hub_v1_SignRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  Sign(argument: _platform_hub_v1_SignRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  Sign(argument: _platform_hub_v1_SignRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  Sign(argument: _platform_hub_v1_SignRequest, callback: grpc.requestCallback<_platform_hub_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  sign(argument: _platform_hub_v1_SignRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  sign(argument: _platform_hub_v1_SignRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  sign(argument: _platform_hub_v1_SignRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  sign(argument: _platform_hub_v1_SignRequest, callback: grpc.requestCallback<_platform_hub_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface SigningHandlers extends grpc.UntypedServiceImplementation {
  DocumentKeys: grpc.handleUnaryCall<_platform_hub_v1_DocumentKeysRequest__Output, _platform_hub_v1_DocumentKeysResponse>;
  
  Sign: grpc.handleUnaryCall<_platform_hub_v1_SignRequest__Output, _platform_hub_v1_SignResponse>;
  
}

export interface SigningDefinition extends grpc.ServiceDefinition {
  DocumentKeys: MethodDefinition<_platform_hub_v1_DocumentKeysRequest, _platform_hub_v1_DocumentKeysResponse, _platform_hub_v1_DocumentKeysRequest__Output, _platform_hub_v1_DocumentKeysResponse__Output>
  Sign: MethodDefinition<_platform_hub_v1_SignRequest, _platform_hub_v1_SignResponse, _platform_hub_v1_SignRequest__Output, _platform_hub_v1_SignResponse__Output>
}
