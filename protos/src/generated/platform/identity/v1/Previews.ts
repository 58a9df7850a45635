// Original file: protos/platform/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ResolvePreviewRequest as _platform_identity_v1_ResolvePreviewRequest, ResolvePreviewRequest__Output as _platform_identity_v1_ResolvePreviewRequest__Output } from '../../../platform/identity/v1/ResolvePreviewRequest.ts';
import type { ResolvePreviewResponse as _platform_identity_v1_ResolvePreviewResponse, ResolvePreviewResponse__Output as _platform_identity_v1_ResolvePreviewResponse__Output } from '../../../platform/identity/v1/ResolvePreviewResponse.ts';

export interface PreviewsClient extends grpc.Client {
  Resolve(argument: _platform_identity_v1_ResolvePreviewRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ResolvePreviewResponse__Output>): grpc.ClientUnaryCall;
  Resolve(argument: _platform_identity_v1_ResolvePreviewRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_ResolvePreviewResponse__Output>): grpc.ClientUnaryCall;
  Resolve(argument: _platform_identity_v1_ResolvePreviewRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ResolvePreviewResponse__Output>): grpc.ClientUnaryCall;
  Resolve(argument: _platform_identity_v1_ResolvePreviewRequest, callback: grpc.requestCallback<_platform_identity_v1_ResolvePreviewResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _platform_identity_v1_ResolvePreviewRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ResolvePreviewResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _platform_identity_v1_ResolvePreviewRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_ResolvePreviewResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _platform_identity_v1_ResolvePreviewRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ResolvePreviewResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _platform_identity_v1_ResolvePreviewRequest, callback: grpc.requestCallback<_platform_identity_v1_ResolvePreviewResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface PreviewsHandlers extends grpc.UntypedServiceImplementation {
  Resolve: grpc.handleUnaryCall<_platform_identity_v1_ResolvePreviewRequest__Output, _platform_identity_v1_ResolvePreviewResponse>;
  
}

export interface PreviewsDefinition extends grpc.ServiceDefinition {
  Resolve: MethodDefinition<_platform_identity_v1_ResolvePreviewRequest, _platform_identity_v1_ResolvePreviewResponse, _platform_identity_v1_ResolvePreviewRequest__Output, _platform_identity_v1_ResolvePreviewResponse__Output>
}
