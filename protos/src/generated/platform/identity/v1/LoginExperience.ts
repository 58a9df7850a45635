// Original file: protos/platform/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetAssetRequest as _platform_identity_v1_GetAssetRequest, GetAssetRequest__Output as _platform_identity_v1_GetAssetRequest__Output } from '../../../platform/identity/v1/GetAssetRequest.ts';
import type { GetAssetResponse as _platform_identity_v1_GetAssetResponse, GetAssetResponse__Output as _platform_identity_v1_GetAssetResponse__Output } from '../../../platform/identity/v1/GetAssetResponse.ts';
import type { ResolveHostRequest as _platform_identity_v1_ResolveHostRequest, ResolveHostRequest__Output as _platform_identity_v1_ResolveHostRequest__Output } from '../../../platform/identity/v1/ResolveHostRequest.ts';
import type { ResolveHostResponse as _platform_identity_v1_ResolveHostResponse, ResolveHostResponse__Output as _platform_identity_v1_ResolveHostResponse__Output } from '../../../platform/identity/v1/ResolveHostResponse.ts';
import type { ResolveLoginRequest as _platform_identity_v1_ResolveLoginRequest, ResolveLoginRequest__Output as _platform_identity_v1_ResolveLoginRequest__Output } from '../../../platform/identity/v1/ResolveLoginRequest.ts';
import type { ResolveLoginResponse as _platform_identity_v1_ResolveLoginResponse, ResolveLoginResponse__Output as _platform_identity_v1_ResolveLoginResponse__Output } from '../../../platform/identity/v1/ResolveLoginResponse.ts';

export interface LoginExperienceClient extends grpc.Client {
  GetAsset(argument: _platform_identity_v1_GetAssetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_GetAssetResponse__Output>): grpc.ClientUnaryCall;
  GetAsset(argument: _platform_identity_v1_GetAssetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_GetAssetResponse__Output>): grpc.ClientUnaryCall;
  GetAsset(argument: _platform_identity_v1_GetAssetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_GetAssetResponse__Output>): grpc.ClientUnaryCall;
  GetAsset(argument: _platform_identity_v1_GetAssetRequest, callback: grpc.requestCallback<_platform_identity_v1_GetAssetResponse__Output>): grpc.ClientUnaryCall;
  getAsset(argument: _platform_identity_v1_GetAssetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_GetAssetResponse__Output>): grpc.ClientUnaryCall;
  getAsset(argument: _platform_identity_v1_GetAssetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_GetAssetResponse__Output>): grpc.ClientUnaryCall;
  getAsset(argument: _platform_identity_v1_GetAssetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_GetAssetResponse__Output>): grpc.ClientUnaryCall;
  getAsset(argument: _platform_identity_v1_GetAssetRequest, callback: grpc.requestCallback<_platform_identity_v1_GetAssetResponse__Output>): grpc.ClientUnaryCall;
  
  ResolveHost(argument: _platform_identity_v1_ResolveHostRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ResolveHostResponse__Output>): grpc.ClientUnaryCall;
  ResolveHost(argument: _platform_identity_v1_ResolveHostRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_ResolveHostResponse__Output>): grpc.ClientUnaryCall;
  ResolveHost(argument: _platform_identity_v1_ResolveHostRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ResolveHostResponse__Output>): grpc.ClientUnaryCall;
  ResolveHost(argument: _platform_identity_v1_ResolveHostRequest, callback: grpc.requestCallback<_platform_identity_v1_ResolveHostResponse__Output>): grpc.ClientUnaryCall;
  resolveHost(argument: _platform_identity_v1_ResolveHostRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ResolveHostResponse__Output>): grpc.ClientUnaryCall;
  resolveHost(argument: _platform_identity_v1_ResolveHostRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_ResolveHostResponse__Output>): grpc.ClientUnaryCall;
  resolveHost(argument: _platform_identity_v1_ResolveHostRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ResolveHostResponse__Output>): grpc.ClientUnaryCall;
  resolveHost(argument: _platform_identity_v1_ResolveHostRequest, callback: grpc.requestCallback<_platform_identity_v1_ResolveHostResponse__Output>): grpc.ClientUnaryCall;
  
  ResolveLogin(argument: _platform_identity_v1_ResolveLoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ResolveLoginResponse__Output>): grpc.ClientUnaryCall;
  ResolveLogin(argument: _platform_identity_v1_ResolveLoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_ResolveLoginResponse__Output>): grpc.ClientUnaryCall;
  ResolveLogin(argument: _platform_identity_v1_ResolveLoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ResolveLoginResponse__Output>): grpc.ClientUnaryCall;
  ResolveLogin(argument: _platform_identity_v1_ResolveLoginRequest, callback: grpc.requestCallback<_platform_identity_v1_ResolveLoginResponse__Output>): grpc.ClientUnaryCall;
  resolveLogin(argument: _platform_identity_v1_ResolveLoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ResolveLoginResponse__Output>): grpc.ClientUnaryCall;
  resolveLogin(argument: _platform_identity_v1_ResolveLoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_ResolveLoginResponse__Output>): grpc.ClientUnaryCall;
  resolveLogin(argument: _platform_identity_v1_ResolveLoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ResolveLoginResponse__Output>): grpc.ClientUnaryCall;
  resolveLogin(argument: _platform_identity_v1_ResolveLoginRequest, callback: grpc.requestCallback<_platform_identity_v1_ResolveLoginResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface LoginExperienceHandlers extends grpc.UntypedServiceImplementation {
  GetAsset: grpc.handleUnaryCall<_platform_identity_v1_GetAssetRequest__Output, _platform_identity_v1_GetAssetResponse>;
  
  ResolveHost: grpc.handleUnaryCall<_platform_identity_v1_ResolveHostRequest__Output, _platform_identity_v1_ResolveHostResponse>;
  
  ResolveLogin: grpc.handleUnaryCall<_platform_identity_v1_ResolveLoginRequest__Output, _platform_identity_v1_ResolveLoginResponse>;
  
}

export interface LoginExperienceDefinition extends grpc.ServiceDefinition {
  GetAsset: MethodDefinition<_platform_identity_v1_GetAssetRequest, _platform_identity_v1_GetAssetResponse, _platform_identity_v1_GetAssetRequest__Output, _platform_identity_v1_GetAssetResponse__Output>
  ResolveHost: MethodDefinition<_platform_identity_v1_ResolveHostRequest, _platform_identity_v1_ResolveHostResponse, _platform_identity_v1_ResolveHostRequest__Output, _platform_identity_v1_ResolveHostResponse__Output>
  ResolveLogin: MethodDefinition<_platform_identity_v1_ResolveLoginRequest, _platform_identity_v1_ResolveLoginResponse, _platform_identity_v1_ResolveLoginRequest__Output, _platform_identity_v1_ResolveLoginResponse__Output>
}
