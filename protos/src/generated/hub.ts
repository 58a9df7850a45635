import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ApiResource as _platform_hub_v1_ApiResource, ApiResource__Output as _platform_hub_v1_ApiResource__Output } from './platform/hub/v1/ApiResource.ts';
import type { ApiResourcesClient as _platform_hub_v1_ApiResourcesClient, ApiResourcesDefinition as _platform_hub_v1_ApiResourcesDefinition } from './platform/hub/v1/ApiResources.ts';
import type { ClearIpRulesRequest as _platform_hub_v1_ClearIpRulesRequest, ClearIpRulesRequest__Output as _platform_hub_v1_ClearIpRulesRequest__Output } from './platform/hub/v1/ClearIpRulesRequest.ts';
import type { ClearIpRulesResponse as _platform_hub_v1_ClearIpRulesResponse, ClearIpRulesResponse__Output as _platform_hub_v1_ClearIpRulesResponse__Output } from './platform/hub/v1/ClearIpRulesResponse.ts';
import type { Client as _platform_hub_v1_Client, Client__Output as _platform_hub_v1_Client__Output } from './platform/hub/v1/Client.ts';
import type { ClientsClient as _platform_hub_v1_ClientsClient, ClientsDefinition as _platform_hub_v1_ClientsDefinition } from './platform/hub/v1/Clients.ts';
import type { CompleteArrivalRequest as _platform_hub_v1_CompleteArrivalRequest, CompleteArrivalRequest__Output as _platform_hub_v1_CompleteArrivalRequest__Output } from './platform/hub/v1/CompleteArrivalRequest.ts';
import type { CreateTenantRequest as _platform_hub_v1_CreateTenantRequest, CreateTenantRequest__Output as _platform_hub_v1_CreateTenantRequest__Output } from './platform/hub/v1/CreateTenantRequest.ts';
import type { CreateTenantResponse as _platform_hub_v1_CreateTenantResponse, CreateTenantResponse__Output as _platform_hub_v1_CreateTenantResponse__Output } from './platform/hub/v1/CreateTenantResponse.ts';
import type { DeleteTenantRequest as _platform_hub_v1_DeleteTenantRequest, DeleteTenantRequest__Output as _platform_hub_v1_DeleteTenantRequest__Output } from './platform/hub/v1/DeleteTenantRequest.ts';
import type { DepartTenantRequest as _platform_hub_v1_DepartTenantRequest, DepartTenantRequest__Output as _platform_hub_v1_DepartTenantRequest__Output } from './platform/hub/v1/DepartTenantRequest.ts';
import type { DepartTenantResponse as _platform_hub_v1_DepartTenantResponse, DepartTenantResponse__Output as _platform_hub_v1_DepartTenantResponse__Output } from './platform/hub/v1/DepartTenantResponse.ts';
import type { DocumentKeysRequest as _platform_hub_v1_DocumentKeysRequest, DocumentKeysRequest__Output as _platform_hub_v1_DocumentKeysRequest__Output } from './platform/hub/v1/DocumentKeysRequest.ts';
import type { DocumentKeysResponse as _platform_hub_v1_DocumentKeysResponse, DocumentKeysResponse__Output as _platform_hub_v1_DocumentKeysResponse__Output } from './platform/hub/v1/DocumentKeysResponse.ts';
import type { ExchangeRequest as _platform_hub_v1_ExchangeRequest, ExchangeRequest__Output as _platform_hub_v1_ExchangeRequest__Output } from './platform/hub/v1/ExchangeRequest.ts';
import type { ExchangeResponse as _platform_hub_v1_ExchangeResponse, ExchangeResponse__Output as _platform_hub_v1_ExchangeResponse__Output } from './platform/hub/v1/ExchangeResponse.ts';
import type { ExpectPoliciesRequest as _platform_hub_v1_ExpectPoliciesRequest, ExpectPoliciesRequest__Output as _platform_hub_v1_ExpectPoliciesRequest__Output } from './platform/hub/v1/ExpectPoliciesRequest.ts';
import type { ExpectPoliciesResponse as _platform_hub_v1_ExpectPoliciesResponse, ExpectPoliciesResponse__Output as _platform_hub_v1_ExpectPoliciesResponse__Output } from './platform/hub/v1/ExpectPoliciesResponse.ts';
import type { GetApiResourceRequest as _platform_hub_v1_GetApiResourceRequest, GetApiResourceRequest__Output as _platform_hub_v1_GetApiResourceRequest__Output } from './platform/hub/v1/GetApiResourceRequest.ts';
import type { GetClientRequest as _platform_hub_v1_GetClientRequest, GetClientRequest__Output as _platform_hub_v1_GetClientRequest__Output } from './platform/hub/v1/GetClientRequest.ts';
import type { GetTenantRequest as _platform_hub_v1_GetTenantRequest, GetTenantRequest__Output as _platform_hub_v1_GetTenantRequest__Output } from './platform/hub/v1/GetTenantRequest.ts';
import type { IpRule as _platform_hub_v1_IpRule, IpRule__Output as _platform_hub_v1_IpRule__Output } from './platform/hub/v1/IpRule.ts';
import type { IpRuleSet as _platform_hub_v1_IpRuleSet, IpRuleSet__Output as _platform_hub_v1_IpRuleSet__Output } from './platform/hub/v1/IpRuleSet.ts';
import type { IpRulesClient as _platform_hub_v1_IpRulesClient, IpRulesDefinition as _platform_hub_v1_IpRulesDefinition } from './platform/hub/v1/IpRules.ts';
import type { ListTenantsRequest as _platform_hub_v1_ListTenantsRequest, ListTenantsRequest__Output as _platform_hub_v1_ListTenantsRequest__Output } from './platform/hub/v1/ListTenantsRequest.ts';
import type { ListTenantsResponse as _platform_hub_v1_ListTenantsResponse, ListTenantsResponse__Output as _platform_hub_v1_ListTenantsResponse__Output } from './platform/hub/v1/ListTenantsResponse.ts';
import type { ReleaseArrivalResponse as _platform_hub_v1_ReleaseArrivalResponse, ReleaseArrivalResponse__Output as _platform_hub_v1_ReleaseArrivalResponse__Output } from './platform/hub/v1/ReleaseArrivalResponse.ts';
import type { ReserveTenantRequest as _platform_hub_v1_ReserveTenantRequest, ReserveTenantRequest__Output as _platform_hub_v1_ReserveTenantRequest__Output } from './platform/hub/v1/ReserveTenantRequest.ts';
import type { ResetAdminClientRequest as _platform_hub_v1_ResetAdminClientRequest, ResetAdminClientRequest__Output as _platform_hub_v1_ResetAdminClientRequest__Output } from './platform/hub/v1/ResetAdminClientRequest.ts';
import type { ResetAdminClientResponse as _platform_hub_v1_ResetAdminClientResponse, ResetAdminClientResponse__Output as _platform_hub_v1_ResetAdminClientResponse__Output } from './platform/hub/v1/ResetAdminClientResponse.ts';
import type { RotateKeysRequest as _platform_hub_v1_RotateKeysRequest, RotateKeysRequest__Output as _platform_hub_v1_RotateKeysRequest__Output } from './platform/hub/v1/RotateKeysRequest.ts';
import type { RotateKeysResponse as _platform_hub_v1_RotateKeysResponse, RotateKeysResponse__Output as _platform_hub_v1_RotateKeysResponse__Output } from './platform/hub/v1/RotateKeysResponse.ts';
import type { SetLimitsRequest as _platform_hub_v1_SetLimitsRequest, SetLimitsRequest__Output as _platform_hub_v1_SetLimitsRequest__Output } from './platform/hub/v1/SetLimitsRequest.ts';
import type { SetStateRequest as _platform_hub_v1_SetStateRequest, SetStateRequest__Output as _platform_hub_v1_SetStateRequest__Output } from './platform/hub/v1/SetStateRequest.ts';
import type { SignRequest as _platform_hub_v1_SignRequest, SignRequest__Output as _platform_hub_v1_SignRequest__Output } from './platform/hub/v1/SignRequest.ts';
import type { SignResponse as _platform_hub_v1_SignResponse, SignResponse__Output as _platform_hub_v1_SignResponse__Output } from './platform/hub/v1/SignResponse.ts';
import type { SigningClient as _platform_hub_v1_SigningClient, SigningDefinition as _platform_hub_v1_SigningDefinition } from './platform/hub/v1/Signing.ts';
import type { SnapshotRequest as _platform_hub_v1_SnapshotRequest, SnapshotRequest__Output as _platform_hub_v1_SnapshotRequest__Output } from './platform/hub/v1/SnapshotRequest.ts';
import type { Tenant as _platform_hub_v1_Tenant, Tenant__Output as _platform_hub_v1_Tenant__Output } from './platform/hub/v1/Tenant.ts';
import type { TenantArrival as _platform_hub_v1_TenantArrival, TenantArrival__Output as _platform_hub_v1_TenantArrival__Output } from './platform/hub/v1/TenantArrival.ts';
import type { TenantArrivalRequest as _platform_hub_v1_TenantArrivalRequest, TenantArrivalRequest__Output as _platform_hub_v1_TenantArrivalRequest__Output } from './platform/hub/v1/TenantArrivalRequest.ts';
import type { TenantLimits as _platform_hub_v1_TenantLimits, TenantLimits__Output as _platform_hub_v1_TenantLimits__Output } from './platform/hub/v1/TenantLimits.ts';
import type { TenantMovesClient as _platform_hub_v1_TenantMovesClient, TenantMovesDefinition as _platform_hub_v1_TenantMovesDefinition } from './platform/hub/v1/TenantMoves.ts';
import type { TenantsClient as _platform_hub_v1_TenantsClient, TenantsDefinition as _platform_hub_v1_TenantsDefinition } from './platform/hub/v1/Tenants.ts';
import type { WebSessionsClient as _platform_hub_v1_WebSessionsClient, WebSessionsDefinition as _platform_hub_v1_WebSessionsDefinition } from './platform/hub/v1/WebSessions.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    hub: {
      v1: {
        ApiResource: MessageTypeDefinition<_platform_hub_v1_ApiResource, _platform_hub_v1_ApiResource__Output>
        ApiResources: SubtypeConstructor<typeof grpc.Client, _platform_hub_v1_ApiResourcesClient> & { service: _platform_hub_v1_ApiResourcesDefinition }
        ClearIpRulesRequest: MessageTypeDefinition<_platform_hub_v1_ClearIpRulesRequest, _platform_hub_v1_ClearIpRulesRequest__Output>
        ClearIpRulesResponse: MessageTypeDefinition<_platform_hub_v1_ClearIpRulesResponse, _platform_hub_v1_ClearIpRulesResponse__Output>
        Client: MessageTypeDefinition<_platform_hub_v1_Client, _platform_hub_v1_Client__Output>
        Clients: SubtypeConstructor<typeof grpc.Client, _platform_hub_v1_ClientsClient> & { service: _platform_hub_v1_ClientsDefinition }
        CompleteArrivalRequest: MessageTypeDefinition<_platform_hub_v1_CompleteArrivalRequest, _platform_hub_v1_CompleteArrivalRequest__Output>
        CreateTenantRequest: MessageTypeDefinition<_platform_hub_v1_CreateTenantRequest, _platform_hub_v1_CreateTenantRequest__Output>
        CreateTenantResponse: MessageTypeDefinition<_platform_hub_v1_CreateTenantResponse, _platform_hub_v1_CreateTenantResponse__Output>
        DeleteTenantRequest: MessageTypeDefinition<_platform_hub_v1_DeleteTenantRequest, _platform_hub_v1_DeleteTenantRequest__Output>
        DepartTenantRequest: MessageTypeDefinition<_platform_hub_v1_DepartTenantRequest, _platform_hub_v1_DepartTenantRequest__Output>
        DepartTenantResponse: MessageTypeDefinition<_platform_hub_v1_DepartTenantResponse, _platform_hub_v1_DepartTenantResponse__Output>
        DocumentKeysRequest: MessageTypeDefinition<_platform_hub_v1_DocumentKeysRequest, _platform_hub_v1_DocumentKeysRequest__Output>
        DocumentKeysResponse: MessageTypeDefinition<_platform_hub_v1_DocumentKeysResponse, _platform_hub_v1_DocumentKeysResponse__Output>
        ExchangeRequest: MessageTypeDefinition<_platform_hub_v1_ExchangeRequest, _platform_hub_v1_ExchangeRequest__Output>
        ExchangeResponse: MessageTypeDefinition<_platform_hub_v1_ExchangeResponse, _platform_hub_v1_ExchangeResponse__Output>
        ExpectPoliciesRequest: MessageTypeDefinition<_platform_hub_v1_ExpectPoliciesRequest, _platform_hub_v1_ExpectPoliciesRequest__Output>
        ExpectPoliciesResponse: MessageTypeDefinition<_platform_hub_v1_ExpectPoliciesResponse, _platform_hub_v1_ExpectPoliciesResponse__Output>
        GetApiResourceRequest: MessageTypeDefinition<_platform_hub_v1_GetApiResourceRequest, _platform_hub_v1_GetApiResourceRequest__Output>
        GetClientRequest: MessageTypeDefinition<_platform_hub_v1_GetClientRequest, _platform_hub_v1_GetClientRequest__Output>
        GetTenantRequest: MessageTypeDefinition<_platform_hub_v1_GetTenantRequest, _platform_hub_v1_GetTenantRequest__Output>
        IpRule: MessageTypeDefinition<_platform_hub_v1_IpRule, _platform_hub_v1_IpRule__Output>
        IpRuleSet: MessageTypeDefinition<_platform_hub_v1_IpRuleSet, _platform_hub_v1_IpRuleSet__Output>
        IpRules: SubtypeConstructor<typeof grpc.Client, _platform_hub_v1_IpRulesClient> & { service: _platform_hub_v1_IpRulesDefinition }
        ListTenantsRequest: MessageTypeDefinition<_platform_hub_v1_ListTenantsRequest, _platform_hub_v1_ListTenantsRequest__Output>
        ListTenantsResponse: MessageTypeDefinition<_platform_hub_v1_ListTenantsResponse, _platform_hub_v1_ListTenantsResponse__Output>
        ReleaseArrivalResponse: MessageTypeDefinition<_platform_hub_v1_ReleaseArrivalResponse, _platform_hub_v1_ReleaseArrivalResponse__Output>
        ReserveTenantRequest: MessageTypeDefinition<_platform_hub_v1_ReserveTenantRequest, _platform_hub_v1_ReserveTenantRequest__Output>
        ResetAdminClientRequest: MessageTypeDefinition<_platform_hub_v1_ResetAdminClientRequest, _platform_hub_v1_ResetAdminClientRequest__Output>
        ResetAdminClientResponse: MessageTypeDefinition<_platform_hub_v1_ResetAdminClientResponse, _platform_hub_v1_ResetAdminClientResponse__Output>
        RotateKeysRequest: MessageTypeDefinition<_platform_hub_v1_RotateKeysRequest, _platform_hub_v1_RotateKeysRequest__Output>
        RotateKeysResponse: MessageTypeDefinition<_platform_hub_v1_RotateKeysResponse, _platform_hub_v1_RotateKeysResponse__Output>
        SetLimitsRequest: MessageTypeDefinition<_platform_hub_v1_SetLimitsRequest, _platform_hub_v1_SetLimitsRequest__Output>
        SetStateRequest: MessageTypeDefinition<_platform_hub_v1_SetStateRequest, _platform_hub_v1_SetStateRequest__Output>
        SignRequest: MessageTypeDefinition<_platform_hub_v1_SignRequest, _platform_hub_v1_SignRequest__Output>
        SignResponse: MessageTypeDefinition<_platform_hub_v1_SignResponse, _platform_hub_v1_SignResponse__Output>
        Signing: SubtypeConstructor<typeof grpc.Client, _platform_hub_v1_SigningClient> & { service: _platform_hub_v1_SigningDefinition }
        SnapshotRequest: MessageTypeDefinition<_platform_hub_v1_SnapshotRequest, _platform_hub_v1_SnapshotRequest__Output>
        Tenant: MessageTypeDefinition<_platform_hub_v1_Tenant, _platform_hub_v1_Tenant__Output>
        TenantArrival: MessageTypeDefinition<_platform_hub_v1_TenantArrival, _platform_hub_v1_TenantArrival__Output>
        TenantArrivalRequest: MessageTypeDefinition<_platform_hub_v1_TenantArrivalRequest, _platform_hub_v1_TenantArrivalRequest__Output>
        TenantLimits: MessageTypeDefinition<_platform_hub_v1_TenantLimits, _platform_hub_v1_TenantLimits__Output>
        TenantMoves: SubtypeConstructor<typeof grpc.Client, _platform_hub_v1_TenantMovesClient> & { service: _platform_hub_v1_TenantMovesDefinition }
        Tenants: SubtypeConstructor<typeof grpc.Client, _platform_hub_v1_TenantsClient> & { service: _platform_hub_v1_TenantsDefinition }
        WebSessions: SubtypeConstructor<typeof grpc.Client, _platform_hub_v1_WebSessionsClient> & { service: _platform_hub_v1_WebSessionsDefinition }
      }
    }
  }
}

