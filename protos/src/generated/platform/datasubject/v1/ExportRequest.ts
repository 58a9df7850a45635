// Original file: protos/platform/datasubject/v1/datasubject.proto

import type { SubjectIdentifier as _platform_datasubject_v1_SubjectIdentifier, SubjectIdentifier__Output as _platform_datasubject_v1_SubjectIdentifier__Output } from '../../../platform/datasubject/v1/SubjectIdentifier.ts';

export interface ExportRequest {
  'tenantId'?: (string);
  'requestId'?: (string);
  'userId'?: (string);
  'identifiers'?: (_platform_datasubject_v1_SubjectIdentifier)[];
}

export interface ExportRequest__Output {
  'tenantId': (string);
  'requestId': (string);
  'userId': (string);
  'identifiers': (_platform_datasubject_v1_SubjectIdentifier__Output)[];
}
