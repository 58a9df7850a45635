// Original file: protos/platform/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BeginSocialRequest as _platform_identity_v1_BeginSocialRequest, BeginSocialRequest__Output as _platform_identity_v1_BeginSocialRequest__Output } from '../../../platform/identity/v1/BeginSocialRequest.ts';
import type { BeginSocialResponse as _platform_identity_v1_BeginSocialResponse, BeginSocialResponse__Output as _platform_identity_v1_BeginSocialResponse__Output } from '../../../platform/identity/v1/BeginSocialResponse.ts';
import type { CompleteSocialRequest as _platform_identity_v1_CompleteSocialRequest, CompleteSocialRequest__Output as _platform_identity_v1_CompleteSocialRequest__Output } from '../../../platform/identity/v1/CompleteSocialRequest.ts';
import type { CompleteSocialResponse as _platform_identity_v1_CompleteSocialResponse, CompleteSocialResponse__Output as _platform_identity_v1_CompleteSocialResponse__Output } from '../../../platform/identity/v1/CompleteSocialResponse.ts';

export interface SocialClient extends grpc.Client {
  Begin(argument: _platform_identity_v1_BeginSocialRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_BeginSocialResponse__Output>): grpc.ClientUnaryCall;
  Begin(argument: _platform_identity_v1_BeginSocialRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_BeginSocialResponse__Output>): grpc.ClientUnaryCall;
  Begin(argument: _platform_identity_v1_BeginSocialRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_BeginSocialResponse__Output>): grpc.ClientUnaryCall;
  Begin(argument: _platform_identity_v1_BeginSocialRequest, callback: grpc.requestCallback<_platform_identity_v1_BeginSocialResponse__Output>): grpc.ClientUnaryCall;
  begin(argument: _platform_identity_v1_BeginSocialRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_BeginSocialResponse__Output>): grpc.ClientUnaryCall;
  begin(argument: _platform_identity_v1_BeginSocialRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_BeginSocialResponse__Output>): grpc.ClientUnaryCall;
  begin(argument: _platform_identity_v1_BeginSocialRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_BeginSocialResponse__Output>): grpc.ClientUnaryCall;
  begin(argument: _platform_identity_v1_BeginSocialRequest, callback: grpc.requestCallback<_platform_identity_v1_BeginSocialResponse__Output>): grpc.ClientUnaryCall;
  
  Complete(argument: _platform_identity_v1_CompleteSocialRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_CompleteSocialResponse__Output>): grpc.ClientUnaryCall;
  Complete(argument: _platform_identity_v1_CompleteSocialRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_CompleteSocialResponse__Output>): grpc.ClientUnaryCall;
  Complete(argument: _platform_identity_v1_CompleteSocialRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_CompleteSocialResponse__Output>): grpc.ClientUnaryCall;
  Complete(argument: _platform_identity_v1_CompleteSocialRequest, callback: grpc.requestCallback<_platform_identity_v1_CompleteSocialResponse__Output>): grpc.ClientUnaryCall;
  complete(argument: _platform_identity_v1_CompleteSocialRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_CompleteSocialResponse__Output>): grpc.ClientUnaryCall;
  complete(argument: _platform_identity_v1_CompleteSocialRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_CompleteSocialResponse__Output>): grpc.ClientUnaryCall;
  complete(argument: _platform_identity_v1_CompleteSocialRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_CompleteSocialResponse__Output>): grpc.ClientUnaryCall;
  complete(argument: _platform_identity_v1_CompleteSocialRequest, callback: grpc.requestCallback<_platform_identity_v1_CompleteSocialResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface SocialHandlers extends grpc.UntypedServiceImplementation {
  Begin: grpc.handleUnaryCall<_platform_identity_v1_BeginSocialRequest__Output, _platform_identity_v1_BeginSocialResponse>;
  
  Complete: grpc.handleUnaryCall<_platform_identity_v1_CompleteSocialRequest__Output, _platform_identity_v1_CompleteSocialResponse>;
  
}

export interface SocialDefinition extends grpc.ServiceDefinition {
  Begin: MethodDefinition<_platform_identity_v1_BeginSocialRequest, _platform_identity_v1_BeginSocialResponse, _platform_identity_v1_BeginSocialRequest__Output, _platform_identity_v1_BeginSocialResponse__Output>
  Complete: MethodDefinition<_platform_identity_v1_CompleteSocialRequest, _platform_identity_v1_CompleteSocialResponse, _platform_identity_v1_CompleteSocialRequest__Output, _platform_identity_v1_CompleteSocialResponse__Output>
}
