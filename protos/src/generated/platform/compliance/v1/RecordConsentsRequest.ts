// Original file: protos/platform/compliance/v1/compliance.proto

import type { ConsentDecision as _platform_compliance_v1_ConsentDecision, ConsentDecision__Output as _platform_compliance_v1_ConsentDecision__Output } from '../../../platform/compliance/v1/ConsentDecision.ts';

export interface RecordConsentsRequest {
  'tenantId'?: (string);
  'subjectId'?: (string);
  'clientId'?: (string);
  'items'?: (_platform_compliance_v1_ConsentDecision)[];
  'language'?: (string);
  'ip'?: (string);
  'userAgent'?: (string);
  'idempotencyKey'?: (string);
}

export interface RecordConsentsRequest__Output {
  'tenantId': (string);
  'subjectId': (string);
  'clientId': (string);
  'items': (_platform_compliance_v1_ConsentDecision__Output)[];
  'language': (string);
  'ip': (string);
  'userAgent': (string);
  'idempotencyKey': (string);
}
