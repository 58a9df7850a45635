// Original file: protos/platform/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { SendMailRequest as _platform_identity_v1_SendMailRequest, SendMailRequest__Output as _platform_identity_v1_SendMailRequest__Output } from '../../../platform/identity/v1/SendMailRequest.ts';
import type { SendMailResponse as _platform_identity_v1_SendMailResponse, SendMailResponse__Output as _platform_identity_v1_SendMailResponse__Output } from '../../../platform/identity/v1/SendMailResponse.ts';

export interface MailClient extends grpc.Client {
  Send(argument: _platform_identity_v1_SendMailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_SendMailResponse__Output>): grpc.ClientUnaryCall;
  Send(argument: _platform_identity_v1_SendMailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_SendMailResponse__Output>): grpc.ClientUnaryCall;
  Send(argument: _platform_identity_v1_SendMailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_SendMailResponse__Output>): grpc.ClientUnaryCall;
  Send(argument: _platform_identity_v1_SendMailRequest, callback: grpc.requestCallback<_platform_identity_v1_SendMailResponse__Output>): grpc.ClientUnaryCall;
  send(argument: _platform_identity_v1_SendMailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_SendMailResponse__Output>): grpc.ClientUnaryCall;
  send(argument: _platform_identity_v1_SendMailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_SendMailResponse__Output>): grpc.ClientUnaryCall;
  send(argument: _platform_identity_v1_SendMailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_SendMailResponse__Output>): grpc.ClientUnaryCall;
  send(argument: _platform_identity_v1_SendMailRequest, callback: grpc.requestCallback<_platform_identity_v1_SendMailResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface MailHandlers extends grpc.UntypedServiceImplementation {
  Send: grpc.handleUnaryCall<_platform_identity_v1_SendMailRequest__Output, _platform_identity_v1_SendMailResponse>;
  
}

export interface MailDefinition extends grpc.ServiceDefinition {
  Send: MethodDefinition<_platform_identity_v1_SendMailRequest, _platform_identity_v1_SendMailResponse, _platform_identity_v1_SendMailRequest__Output, _platform_identity_v1_SendMailResponse__Output>
}
