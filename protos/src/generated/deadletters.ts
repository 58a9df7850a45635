import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { DeadLetter as _platform_deadletters_v1_DeadLetter, DeadLetter__Output as _platform_deadletters_v1_DeadLetter__Output } from './platform/deadletters/v1/DeadLetter.ts';
import type { DeadLetterRequest as _platform_deadletters_v1_DeadLetterRequest, DeadLetterRequest__Output as _platform_deadletters_v1_DeadLetterRequest__Output } from './platform/deadletters/v1/DeadLetterRequest.ts';
import type { DeadLettersClient as _platform_deadletters_v1_DeadLettersClient, DeadLettersDefinition as _platform_deadletters_v1_DeadLettersDefinition } from './platform/deadletters/v1/DeadLetters.ts';
import type { ListDeadLettersRequest as _platform_deadletters_v1_ListDeadLettersRequest, ListDeadLettersRequest__Output as _platform_deadletters_v1_ListDeadLettersRequest__Output } from './platform/deadletters/v1/ListDeadLettersRequest.ts';
import type { ListDeadLettersResponse as _platform_deadletters_v1_ListDeadLettersResponse, ListDeadLettersResponse__Output as _platform_deadletters_v1_ListDeadLettersResponse__Output } from './platform/deadletters/v1/ListDeadLettersResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    deadletters: {
      v1: {
        DeadLetter: MessageTypeDefinition<_platform_deadletters_v1_DeadLetter, _platform_deadletters_v1_DeadLetter__Output>
        DeadLetterRequest: MessageTypeDefinition<_platform_deadletters_v1_DeadLetterRequest, _platform_deadletters_v1_DeadLetterRequest__Output>
        DeadLetters: SubtypeConstructor<typeof grpc.Client, _platform_deadletters_v1_DeadLettersClient> & { service: _platform_deadletters_v1_DeadLettersDefinition }
        ListDeadLettersRequest: MessageTypeDefinition<_platform_deadletters_v1_ListDeadLettersRequest, _platform_deadletters_v1_ListDeadLettersRequest__Output>
        ListDeadLettersResponse: MessageTypeDefinition<_platform_deadletters_v1_ListDeadLettersResponse, _platform_deadletters_v1_ListDeadLettersResponse__Output>
      }
    }
  }
}

