import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ActiveDocument as _platform_compliance_v1_ActiveDocument, ActiveDocument__Output as _platform_compliance_v1_ActiveDocument__Output } from './platform/compliance/v1/ActiveDocument.ts';
import type { CheckConsentsRequest as _platform_compliance_v1_CheckConsentsRequest, CheckConsentsRequest__Output as _platform_compliance_v1_CheckConsentsRequest__Output } from './platform/compliance/v1/CheckConsentsRequest.ts';
import type { CheckConsentsResponse as _platform_compliance_v1_CheckConsentsResponse, CheckConsentsResponse__Output as _platform_compliance_v1_CheckConsentsResponse__Output } from './platform/compliance/v1/CheckConsentsResponse.ts';
import type { ConsentCheckResult as _platform_compliance_v1_ConsentCheckResult, ConsentCheckResult__Output as _platform_compliance_v1_ConsentCheckResult__Output } from './platform/compliance/v1/ConsentCheckResult.ts';
import type { ConsentDecision as _platform_compliance_v1_ConsentDecision, ConsentDecision__Output as _platform_compliance_v1_ConsentDecision__Output } from './platform/compliance/v1/ConsentDecision.ts';
import type { ConsentQuery as _platform_compliance_v1_ConsentQuery, ConsentQuery__Output as _platform_compliance_v1_ConsentQuery__Output } from './platform/compliance/v1/ConsentQuery.ts';
import type { ConsentsClient as _platform_compliance_v1_ConsentsClient, ConsentsDefinition as _platform_compliance_v1_ConsentsDefinition } from './platform/compliance/v1/Consents.ts';
import type { ErasureCertificateDocument as _platform_compliance_v1_ErasureCertificateDocument, ErasureCertificateDocument__Output as _platform_compliance_v1_ErasureCertificateDocument__Output } from './platform/compliance/v1/ErasureCertificateDocument.ts';
import type { ErasureCertificateRequest as _platform_compliance_v1_ErasureCertificateRequest, ErasureCertificateRequest__Output as _platform_compliance_v1_ErasureCertificateRequest__Output } from './platform/compliance/v1/ErasureCertificateRequest.ts';
import type { ErasureCertificatesClient as _platform_compliance_v1_ErasureCertificatesClient, ErasureCertificatesDefinition as _platform_compliance_v1_ErasureCertificatesDefinition } from './platform/compliance/v1/ErasureCertificates.ts';
import type { GetActiveDocumentsRequest as _platform_compliance_v1_GetActiveDocumentsRequest, GetActiveDocumentsRequest__Output as _platform_compliance_v1_GetActiveDocumentsRequest__Output } from './platform/compliance/v1/GetActiveDocumentsRequest.ts';
import type { GetActiveDocumentsResponse as _platform_compliance_v1_GetActiveDocumentsResponse, GetActiveDocumentsResponse__Output as _platform_compliance_v1_GetActiveDocumentsResponse__Output } from './platform/compliance/v1/GetActiveDocumentsResponse.ts';
import type { LegalDocumentsClient as _platform_compliance_v1_LegalDocumentsClient, LegalDocumentsDefinition as _platform_compliance_v1_LegalDocumentsDefinition } from './platform/compliance/v1/LegalDocuments.ts';
import type { ListErasureCertificatesRequest as _platform_compliance_v1_ListErasureCertificatesRequest, ListErasureCertificatesRequest__Output as _platform_compliance_v1_ListErasureCertificatesRequest__Output } from './platform/compliance/v1/ListErasureCertificatesRequest.ts';
import type { ListErasureCertificatesResponse as _platform_compliance_v1_ListErasureCertificatesResponse, ListErasureCertificatesResponse__Output as _platform_compliance_v1_ListErasureCertificatesResponse__Output } from './platform/compliance/v1/ListErasureCertificatesResponse.ts';
import type { ListedErasureCertificate as _platform_compliance_v1_ListedErasureCertificate, ListedErasureCertificate__Output as _platform_compliance_v1_ListedErasureCertificate__Output } from './platform/compliance/v1/ListedErasureCertificate.ts';
import type { OutstandingConsent as _platform_compliance_v1_OutstandingConsent, OutstandingConsent__Output as _platform_compliance_v1_OutstandingConsent__Output } from './platform/compliance/v1/OutstandingConsent.ts';
import type { RecordConsentsRequest as _platform_compliance_v1_RecordConsentsRequest, RecordConsentsRequest__Output as _platform_compliance_v1_RecordConsentsRequest__Output } from './platform/compliance/v1/RecordConsentsRequest.ts';
import type { RecordConsentsResponse as _platform_compliance_v1_RecordConsentsResponse, RecordConsentsResponse__Output as _platform_compliance_v1_RecordConsentsResponse__Output } from './platform/compliance/v1/RecordConsentsResponse.ts';
import type { SubjectIdentifier as _platform_compliance_v1_SubjectIdentifier, SubjectIdentifier__Output as _platform_compliance_v1_SubjectIdentifier__Output } from './platform/compliance/v1/SubjectIdentifier.ts';
import type { SubjectStatus as _platform_compliance_v1_SubjectStatus, SubjectStatus__Output as _platform_compliance_v1_SubjectStatus__Output } from './platform/compliance/v1/SubjectStatus.ts';
import type { SubjectStatusRequest as _platform_compliance_v1_SubjectStatusRequest, SubjectStatusRequest__Output as _platform_compliance_v1_SubjectStatusRequest__Output } from './platform/compliance/v1/SubjectStatusRequest.ts';
import type { SubjectStatusResponse as _platform_compliance_v1_SubjectStatusResponse, SubjectStatusResponse__Output as _platform_compliance_v1_SubjectStatusResponse__Output } from './platform/compliance/v1/SubjectStatusResponse.ts';
import type { SubjectsClient as _platform_compliance_v1_SubjectsClient, SubjectsDefinition as _platform_compliance_v1_SubjectsDefinition } from './platform/compliance/v1/Subjects.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    compliance: {
      v1: {
        ActiveDocument: MessageTypeDefinition<_platform_compliance_v1_ActiveDocument, _platform_compliance_v1_ActiveDocument__Output>
        CheckConsentsRequest: MessageTypeDefinition<_platform_compliance_v1_CheckConsentsRequest, _platform_compliance_v1_CheckConsentsRequest__Output>
        CheckConsentsResponse: MessageTypeDefinition<_platform_compliance_v1_CheckConsentsResponse, _platform_compliance_v1_CheckConsentsResponse__Output>
        ConsentCheckResult: MessageTypeDefinition<_platform_compliance_v1_ConsentCheckResult, _platform_compliance_v1_ConsentCheckResult__Output>
        ConsentDecision: MessageTypeDefinition<_platform_compliance_v1_ConsentDecision, _platform_compliance_v1_ConsentDecision__Output>
        ConsentQuery: MessageTypeDefinition<_platform_compliance_v1_ConsentQuery, _platform_compliance_v1_ConsentQuery__Output>
        Consents: SubtypeConstructor<typeof grpc.Client, _platform_compliance_v1_ConsentsClient> & { service: _platform_compliance_v1_ConsentsDefinition }
        ErasureCertificateDocument: MessageTypeDefinition<_platform_compliance_v1_ErasureCertificateDocument, _platform_compliance_v1_ErasureCertificateDocument__Output>
        ErasureCertificateRequest: MessageTypeDefinition<_platform_compliance_v1_ErasureCertificateRequest, _platform_compliance_v1_ErasureCertificateRequest__Output>
        ErasureCertificates: SubtypeConstructor<typeof grpc.Client, _platform_compliance_v1_ErasureCertificatesClient> & { service: _platform_compliance_v1_ErasureCertificatesDefinition }
        GetActiveDocumentsRequest: MessageTypeDefinition<_platform_compliance_v1_GetActiveDocumentsRequest, _platform_compliance_v1_GetActiveDocumentsRequest__Output>
        GetActiveDocumentsResponse: MessageTypeDefinition<_platform_compliance_v1_GetActiveDocumentsResponse, _platform_compliance_v1_GetActiveDocumentsResponse__Output>
        LegalDocuments: SubtypeConstructor<typeof grpc.Client, _platform_compliance_v1_LegalDocumentsClient> & { service: _platform_compliance_v1_LegalDocumentsDefinition }
        ListErasureCertificatesRequest: MessageTypeDefinition<_platform_compliance_v1_ListErasureCertificatesRequest, _platform_compliance_v1_ListErasureCertificatesRequest__Output>
        ListErasureCertificatesResponse: MessageTypeDefinition<_platform_compliance_v1_ListErasureCertificatesResponse, _platform_compliance_v1_ListErasureCertificatesResponse__Output>
        ListedErasureCertificate: MessageTypeDefinition<_platform_compliance_v1_ListedErasureCertificate, _platform_compliance_v1_ListedErasureCertificate__Output>
        OutstandingConsent: MessageTypeDefinition<_platform_compliance_v1_OutstandingConsent, _platform_compliance_v1_OutstandingConsent__Output>
        RecordConsentsRequest: MessageTypeDefinition<_platform_compliance_v1_RecordConsentsRequest, _platform_compliance_v1_RecordConsentsRequest__Output>
        RecordConsentsResponse: MessageTypeDefinition<_platform_compliance_v1_RecordConsentsResponse, _platform_compliance_v1_RecordConsentsResponse__Output>
        SubjectIdentifier: MessageTypeDefinition<_platform_compliance_v1_SubjectIdentifier, _platform_compliance_v1_SubjectIdentifier__Output>
        SubjectStatus: MessageTypeDefinition<_platform_compliance_v1_SubjectStatus, _platform_compliance_v1_SubjectStatus__Output>
        SubjectStatusRequest: MessageTypeDefinition<_platform_compliance_v1_SubjectStatusRequest, _platform_compliance_v1_SubjectStatusRequest__Output>
        SubjectStatusResponse: MessageTypeDefinition<_platform_compliance_v1_SubjectStatusResponse, _platform_compliance_v1_SubjectStatusResponse__Output>
        Subjects: SubtypeConstructor<typeof grpc.Client, _platform_compliance_v1_SubjectsClient> & { service: _platform_compliance_v1_SubjectsDefinition }
      }
    }
  }
}

