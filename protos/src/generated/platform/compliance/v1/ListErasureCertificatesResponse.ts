// Original file: protos/platform/compliance/v1/compliance.proto

import type { ListedErasureCertificate as _platform_compliance_v1_ListedErasureCertificate, ListedErasureCertificate__Output as _platform_compliance_v1_ListedErasureCertificate__Output } from '../../../platform/compliance/v1/ListedErasureCertificate.ts';

export interface ListErasureCertificatesResponse {
  'certificates'?: (_platform_compliance_v1_ListedErasureCertificate)[];
  'nextBefore'?: (string);
}

export interface ListErasureCertificatesResponse__Output {
  'certificates': (_platform_compliance_v1_ListedErasureCertificate__Output)[];
  'nextBefore': (string);
}
