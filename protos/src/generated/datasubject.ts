import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { DataSubjectClient as _platform_datasubject_v1_DataSubjectClient, DataSubjectDefinition as _platform_datasubject_v1_DataSubjectDefinition } from './platform/datasubject/v1/DataSubject.ts';
import type { ExportRequest as _platform_datasubject_v1_ExportRequest, ExportRequest__Output as _platform_datasubject_v1_ExportRequest__Output } from './platform/datasubject/v1/ExportRequest.ts';
import type { ExportSection as _platform_datasubject_v1_ExportSection, ExportSection__Output as _platform_datasubject_v1_ExportSection__Output } from './platform/datasubject/v1/ExportSection.ts';
import type { SubjectIdentifier as _platform_datasubject_v1_SubjectIdentifier, SubjectIdentifier__Output as _platform_datasubject_v1_SubjectIdentifier__Output } from './platform/datasubject/v1/SubjectIdentifier.ts';
import type { SubjectItem as _platform_datasubject_v1_SubjectItem, SubjectItem__Output as _platform_datasubject_v1_SubjectItem__Output } from './platform/datasubject/v1/SubjectItem.ts';
import type { SubjectRequest as _platform_datasubject_v1_SubjectRequest, SubjectRequest__Output as _platform_datasubject_v1_SubjectRequest__Output } from './platform/datasubject/v1/SubjectRequest.ts';
import type { SubjectResponse as _platform_datasubject_v1_SubjectResponse, SubjectResponse__Output as _platform_datasubject_v1_SubjectResponse__Output } from './platform/datasubject/v1/SubjectResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    datasubject: {
      v1: {
        DataSubject: SubtypeConstructor<typeof grpc.Client, _platform_datasubject_v1_DataSubjectClient> & { service: _platform_datasubject_v1_DataSubjectDefinition }
        ExportRequest: MessageTypeDefinition<_platform_datasubject_v1_ExportRequest, _platform_datasubject_v1_ExportRequest__Output>
        ExportSection: MessageTypeDefinition<_platform_datasubject_v1_ExportSection, _platform_datasubject_v1_ExportSection__Output>
        SubjectIdentifier: MessageTypeDefinition<_platform_datasubject_v1_SubjectIdentifier, _platform_datasubject_v1_SubjectIdentifier__Output>
        SubjectItem: MessageTypeDefinition<_platform_datasubject_v1_SubjectItem, _platform_datasubject_v1_SubjectItem__Output>
        SubjectRequest: MessageTypeDefinition<_platform_datasubject_v1_SubjectRequest, _platform_datasubject_v1_SubjectRequest__Output>
        SubjectResponse: MessageTypeDefinition<_platform_datasubject_v1_SubjectResponse, _platform_datasubject_v1_SubjectResponse__Output>
      }
    }
  }
}

