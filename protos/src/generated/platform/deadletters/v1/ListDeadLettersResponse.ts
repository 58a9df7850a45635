// Original file: protos/platform/deadletters/v1/deadletters.proto

import type { DeadLetter as _platform_deadletters_v1_DeadLetter, DeadLetter__Output as _platform_deadletters_v1_DeadLetter__Output } from '../../../platform/deadletters/v1/DeadLetter.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListDeadLettersResponse {
  'deadLetters'?: (_platform_deadletters_v1_DeadLetter)[];
  'nextAfter'?: (number | string | Long);
}

export interface ListDeadLettersResponse__Output {
  'deadLetters': (_platform_deadletters_v1_DeadLetter__Output)[];
  'nextAfter': (number);
}
