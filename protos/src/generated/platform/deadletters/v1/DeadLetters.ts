// Original file: protos/platform/deadletters/v1/deadletters.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DeadLetter as _platform_deadletters_v1_DeadLetter, DeadLetter__Output as _platform_deadletters_v1_DeadLetter__Output } from '../../../platform/deadletters/v1/DeadLetter.ts';
import type { DeadLetterRequest as _platform_deadletters_v1_DeadLetterRequest, DeadLetterRequest__Output as _platform_deadletters_v1_DeadLetterRequest__Output } from '../../../platform/deadletters/v1/DeadLetterRequest.ts';
import type { ListDeadLettersRequest as _platform_deadletters_v1_ListDeadLettersRequest, ListDeadLettersRequest__Output as _platform_deadletters_v1_ListDeadLettersRequest__Output } from '../../../platform/deadletters/v1/ListDeadLettersRequest.ts';
import type { ListDeadLettersResponse as _platform_deadletters_v1_ListDeadLettersResponse, ListDeadLettersResponse__Output as _platform_deadletters_v1_ListDeadLettersResponse__Output } from '../../../platform/deadletters/v1/ListDeadLettersResponse.ts';

export interface DeadLettersClient extends grpc.Client {
  Get(argument: _platform_deadletters_v1_DeadLetterRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_deadletters_v1_DeadLetterRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_deadletters_v1_DeadLetterRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_deadletters_v1_DeadLetterRequest, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_deadletters_v1_DeadLetterRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_deadletters_v1_DeadLetterRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_deadletters_v1_DeadLetterRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_deadletters_v1_DeadLetterRequest, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  
  List(argument: _platform_deadletters_v1_ListDeadLettersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_deadletters_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_deadletters_v1_ListDeadLettersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_deadletters_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_deadletters_v1_ListDeadLettersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_deadletters_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_deadletters_v1_ListDeadLettersRequest, callback: grpc.requestCallback<_platform_deadletters_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_deadletters_v1_ListDeadLettersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_deadletters_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_deadletters_v1_ListDeadLettersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_deadletters_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_deadletters_v1_ListDeadLettersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_deadletters_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_deadletters_v1_ListDeadLettersRequest, callback: grpc.requestCallback<_platform_deadletters_v1_ListDeadLettersResponse__Output>): grpc.ClientUnaryCall;
  
  Replay(argument: _platform_deadletters_v1_DeadLetterRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  Replay(argument: _platform_deadletters_v1_DeadLetterRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  Replay(argument: _platform_deadletters_v1_DeadLetterRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  Replay(argument: _platform_deadletters_v1_DeadLetterRequest, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  replay(argument: _platform_deadletters_v1_DeadLetterRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  replay(argument: _platform_deadletters_v1_DeadLetterRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  replay(argument: _platform_deadletters_v1_DeadLetterRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  replay(argument: _platform_deadletters_v1_DeadLetterRequest, callback: grpc.requestCallback<_platform_deadletters_v1_DeadLetter__Output>): grpc.ClientUnaryCall;
  
}

export interface DeadLettersHandlers extends grpc.UntypedServiceImplementation {
  Get: grpc.handleUnaryCall<_platform_deadletters_v1_DeadLetterRequest__Output, _platform_deadletters_v1_DeadLetter>;
  
  List: grpc.handleUnaryCall<_platform_deadletters_v1_ListDeadLettersRequest__Output, _platform_deadletters_v1_ListDeadLettersResponse>;
  
  Replay: grpc.handleUnaryCall<_platform_deadletters_v1_DeadLetterRequest__Output, _platform_deadletters_v1_DeadLetter>;
  
}

export interface DeadLettersDefinition extends grpc.ServiceDefinition {
  Get: MethodDefinition<_platform_deadletters_v1_DeadLetterRequest, _platform_deadletters_v1_DeadLetter, _platform_deadletters_v1_DeadLetterRequest__Output, _platform_deadletters_v1_DeadLetter__Output>
  List: MethodDefinition<_platform_deadletters_v1_ListDeadLettersRequest, _platform_deadletters_v1_ListDeadLettersResponse, _platform_deadletters_v1_ListDeadLettersRequest__Output, _platform_deadletters_v1_ListDeadLettersResponse__Output>
  Replay: MethodDefinition<_platform_deadletters_v1_DeadLetterRequest, _platform_deadletters_v1_DeadLetter, _platform_deadletters_v1_DeadLetterRequest__Output, _platform_deadletters_v1_DeadLetter__Output>
}
