// Original file: protos/platform/outbound/v1/outbound.proto

import type { DeliveryBlock as _platform_outbound_v1_DeliveryBlock, DeliveryBlock__Output as _platform_outbound_v1_DeliveryBlock__Output } from '../../../platform/outbound/v1/DeliveryBlock.ts';
import type { DeliveryAttempt as _platform_outbound_v1_DeliveryAttempt, DeliveryAttempt__Output as _platform_outbound_v1_DeliveryAttempt__Output } from '../../../platform/outbound/v1/DeliveryAttempt.ts';

export interface DeliveryExplanation {
  'id'?: (string);
  'tenantId'?: (string);
  'endpointId'?: (string);
  'eventId'?: (string);
  'eventType'?: (string);
  'status'?: (string);
  'reason'?: (string);
  'attemptCount'?: (number);
  'createdAt'?: (string);
  'nextAttemptAt'?: (string);
  'expiresAt'?: (string);
  'completedAt'?: (string);
  'blockedBy'?: (_platform_outbound_v1_DeliveryBlock)[];
  'attempts'?: (_platform_outbound_v1_DeliveryAttempt)[];
}

export interface DeliveryExplanation__Output {
  'id': (string);
  'tenantId': (string);
  'endpointId': (string);
  'eventId': (string);
  'eventType': (string);
  'status': (string);
  'reason': (string);
  'attemptCount': (number);
  'createdAt': (string);
  'nextAttemptAt': (string);
  'expiresAt': (string);
  'completedAt': (string);
  'blockedBy': (_platform_outbound_v1_DeliveryBlock__Output)[];
  'attempts': (_platform_outbound_v1_DeliveryAttempt__Output)[];
}
