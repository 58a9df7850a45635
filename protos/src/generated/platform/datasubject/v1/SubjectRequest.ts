// Original file: protos/platform/datasubject/v1/datasubject.proto

import type { SubjectIdentifier as _platform_datasubject_v1_SubjectIdentifier, SubjectIdentifier__Output as _platform_datasubject_v1_SubjectIdentifier__Output } from '../../../platform/datasubject/v1/SubjectIdentifier.ts';

export interface SubjectRequest {
  'tenantId'?: (string);
  'requestId'?: (string);
  'phase'?: (string);
  'userId'?: (string);
  'identifiers'?: (_platform_datasubject_v1_SubjectIdentifier)[];
  'reason'?: (string);
  'dryRun'?: (boolean);
}

export interface SubjectRequest__Output {
  'tenantId': (string);
  'requestId': (string);
  'phase': (string);
  'userId': (string);
  'identifiers': (_platform_datasubject_v1_SubjectIdentifier__Output)[];
  'reason': (string);
  'dryRun': (boolean);
}
