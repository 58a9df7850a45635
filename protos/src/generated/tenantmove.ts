import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AbandonResponse as _platform_tenantmove_v1_AbandonResponse, AbandonResponse__Output as _platform_tenantmove_v1_AbandonResponse__Output } from './platform/tenantmove/v1/AbandonResponse.ts';
import type { ArchiveLines as _platform_tenantmove_v1_ArchiveLines, ArchiveLines__Output as _platform_tenantmove_v1_ArchiveLines__Output } from './platform/tenantmove/v1/ArchiveLines.ts';
import type { CheckArchiveRequest as _platform_tenantmove_v1_CheckArchiveRequest, CheckArchiveRequest__Output as _platform_tenantmove_v1_CheckArchiveRequest__Output } from './platform/tenantmove/v1/CheckArchiveRequest.ts';
import type { ExportTenantRequest as _platform_tenantmove_v1_ExportTenantRequest, ExportTenantRequest__Output as _platform_tenantmove_v1_ExportTenantRequest__Output } from './platform/tenantmove/v1/ExportTenantRequest.ts';
import type { ImportTenantRequest as _platform_tenantmove_v1_ImportTenantRequest, ImportTenantRequest__Output as _platform_tenantmove_v1_ImportTenantRequest__Output } from './platform/tenantmove/v1/ImportTenantRequest.ts';
import type { TenantActivity as _platform_tenantmove_v1_TenantActivity, TenantActivity__Output as _platform_tenantmove_v1_TenantActivity__Output } from './platform/tenantmove/v1/TenantActivity.ts';
import type { TenantImportProgress as _platform_tenantmove_v1_TenantImportProgress, TenantImportProgress__Output as _platform_tenantmove_v1_TenantImportProgress__Output } from './platform/tenantmove/v1/TenantImportProgress.ts';
import type { TenantMoveClient as _platform_tenantmove_v1_TenantMoveClient, TenantMoveDefinition as _platform_tenantmove_v1_TenantMoveDefinition } from './platform/tenantmove/v1/TenantMove.ts';
import type { TenantMoveRequest as _platform_tenantmove_v1_TenantMoveRequest, TenantMoveRequest__Output as _platform_tenantmove_v1_TenantMoveRequest__Output } from './platform/tenantmove/v1/TenantMoveRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    tenantmove: {
      v1: {
        AbandonResponse: MessageTypeDefinition<_platform_tenantmove_v1_AbandonResponse, _platform_tenantmove_v1_AbandonResponse__Output>
        ArchiveLines: MessageTypeDefinition<_platform_tenantmove_v1_ArchiveLines, _platform_tenantmove_v1_ArchiveLines__Output>
        CheckArchiveRequest: MessageTypeDefinition<_platform_tenantmove_v1_CheckArchiveRequest, _platform_tenantmove_v1_CheckArchiveRequest__Output>
        ExportTenantRequest: MessageTypeDefinition<_platform_tenantmove_v1_ExportTenantRequest, _platform_tenantmove_v1_ExportTenantRequest__Output>
        ImportTenantRequest: MessageTypeDefinition<_platform_tenantmove_v1_ImportTenantRequest, _platform_tenantmove_v1_ImportTenantRequest__Output>
        TenantActivity: MessageTypeDefinition<_platform_tenantmove_v1_TenantActivity, _platform_tenantmove_v1_TenantActivity__Output>
        TenantImportProgress: MessageTypeDefinition<_platform_tenantmove_v1_TenantImportProgress, _platform_tenantmove_v1_TenantImportProgress__Output>
        TenantMove: SubtypeConstructor<typeof grpc.Client, _platform_tenantmove_v1_TenantMoveClient> & { service: _platform_tenantmove_v1_TenantMoveDefinition }
        TenantMoveRequest: MessageTypeDefinition<_platform_tenantmove_v1_TenantMoveRequest, _platform_tenantmove_v1_TenantMoveRequest__Output>
      }
    }
  }
}

