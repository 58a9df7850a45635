// Original file: protos/platform/hub/v1/hub.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ClearIpRulesRequest as _platform_hub_v1_ClearIpRulesRequest, ClearIpRulesRequest__Output as _platform_hub_v1_ClearIpRulesRequest__Output } from '../../../platform/hub/v1/ClearIpRulesRequest.ts';
import type { ClearIpRulesResponse as _platform_hub_v1_ClearIpRulesResponse, ClearIpRulesResponse__Output as _platform_hub_v1_ClearIpRulesResponse__Output } from '../../../platform/hub/v1/ClearIpRulesResponse.ts';
import type { CreateTenantRequest as _platform_hub_v1_CreateTenantRequest, CreateTenantRequest__Output as _platform_hub_v1_CreateTenantRequest__Output } from '../../../platform/hub/v1/CreateTenantRequest.ts';
import type { CreateTenantResponse as _platform_hub_v1_CreateTenantResponse, CreateTenantResponse__Output as _platform_hub_v1_CreateTenantResponse__Output } from '../../../platform/hub/v1/CreateTenantResponse.ts';
import type { DeleteTenantRequest as _platform_hub_v1_DeleteTenantRequest, DeleteTenantRequest__Output as _platform_hub_v1_DeleteTenantRequest__Output } from '../../../platform/hub/v1/DeleteTenantRequest.ts';
import type { GetTenantRequest as _platform_hub_v1_GetTenantRequest, GetTenantRequest__Output as _platform_hub_v1_GetTenantRequest__Output } from '../../../platform/hub/v1/GetTenantRequest.ts';
import type { ListTenantsRequest as _platform_hub_v1_ListTenantsRequest, ListTenantsRequest__Output as _platform_hub_v1_ListTenantsRequest__Output } from '../../../platform/hub/v1/ListTenantsRequest.ts';
import type { ListTenantsResponse as _platform_hub_v1_ListTenantsResponse, ListTenantsResponse__Output as _platform_hub_v1_ListTenantsResponse__Output } from '../../../platform/hub/v1/ListTenantsResponse.ts';
import type { ResetAdminClientRequest as _platform_hub_v1_ResetAdminClientRequest, ResetAdminClientRequest__Output as _platform_hub_v1_ResetAdminClientRequest__Output } from '../../../platform/hub/v1/ResetAdminClientRequest.ts';
import type { ResetAdminClientResponse as _platform_hub_v1_ResetAdminClientResponse, ResetAdminClientResponse__Output as _platform_hub_v1_ResetAdminClientResponse__Output } from '../../../platform/hub/v1/ResetAdminClientResponse.ts';
import type { RotateKeysRequest as _platform_hub_v1_RotateKeysRequest, RotateKeysRequest__Output as _platform_hub_v1_RotateKeysRequest__Output } from '../../../platform/hub/v1/RotateKeysRequest.ts';
import type { RotateKeysResponse as _platform_hub_v1_RotateKeysResponse, RotateKeysResponse__Output as _platform_hub_v1_RotateKeysResponse__Output } from '../../../platform/hub/v1/RotateKeysResponse.ts';
import type { SetLimitsRequest as _platform_hub_v1_SetLimitsRequest, SetLimitsRequest__Output as _platform_hub_v1_SetLimitsRequest__Output } from '../../../platform/hub/v1/SetLimitsRequest.ts';
import type { SetStateRequest as _platform_hub_v1_SetStateRequest, SetStateRequest__Output as _platform_hub_v1_SetStateRequest__Output } from '../../../platform/hub/v1/SetStateRequest.ts';
import type { Tenant as _platform_hub_v1_Tenant, Tenant__Output as _platform_hub_v1_Tenant__Output } from '../../../platform/hub/v1/Tenant.ts';

export interface TenantsClient extends grpc.Client {
  ClearIpRules(argument: _platform_hub_v1_ClearIpRulesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ClearIpRulesResponse__Output>): grpc.ClientUnaryCall;
  ClearIpRules(argument: _platform_hub_v1_ClearIpRulesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ClearIpRulesResponse__Output>): grpc.ClientUnaryCall;
  ClearIpRules(argument: _platform_hub_v1_ClearIpRulesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ClearIpRulesResponse__Output>): grpc.ClientUnaryCall;
  ClearIpRules(argument: _platform_hub_v1_ClearIpRulesRequest, callback: grpc.requestCallback<_platform_hub_v1_ClearIpRulesResponse__Output>): grpc.ClientUnaryCall;
  clearIpRules(argument: _platform_hub_v1_ClearIpRulesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ClearIpRulesResponse__Output>): grpc.ClientUnaryCall;
  clearIpRules(argument: _platform_hub_v1_ClearIpRulesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ClearIpRulesResponse__Output>): grpc.ClientUnaryCall;
  clearIpRules(argument: _platform_hub_v1_ClearIpRulesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ClearIpRulesResponse__Output>): grpc.ClientUnaryCall;
  clearIpRules(argument: _platform_hub_v1_ClearIpRulesRequest, callback: grpc.requestCallback<_platform_hub_v1_ClearIpRulesResponse__Output>): grpc.ClientUnaryCall;
  
  CreateTenant(argument: _platform_hub_v1_CreateTenantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_CreateTenantResponse__Output>): grpc.ClientUnaryCall;
  CreateTenant(argument: _platform_hub_v1_CreateTenantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_CreateTenantResponse__Output>): grpc.ClientUnaryCall;
  CreateTenant(argument: _platform_hub_v1_CreateTenantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_CreateTenantResponse__Output>): grpc.ClientUnaryCall;
  CreateTenant(argument: _platform_hub_v1_CreateTenantRequest, callback: grpc.requestCallback<_platform_hub_v1_CreateTenantResponse__Output>): grpc.ClientUnaryCall;
  createTenant(argument: _platform_hub_v1_CreateTenantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_CreateTenantResponse__Output>): grpc.ClientUnaryCall;
  createTenant(argument: _platform_hub_v1_CreateTenantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_CreateTenantResponse__Output>): grpc.ClientUnaryCall;
  createTenant(argument: _platform_hub_v1_CreateTenantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_CreateTenantResponse__Output>): grpc.ClientUnaryCall;
  createTenant(argument: _platform_hub_v1_CreateTenantRequest, callback: grpc.requestCallback<_platform_hub_v1_CreateTenantResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteTenant(argument: _platform_hub_v1_DeleteTenantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  DeleteTenant(argument: _platform_hub_v1_DeleteTenantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  DeleteTenant(argument: _platform_hub_v1_DeleteTenantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  DeleteTenant(argument: _platform_hub_v1_DeleteTenantRequest, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  deleteTenant(argument: _platform_hub_v1_DeleteTenantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  deleteTenant(argument: _platform_hub_v1_DeleteTenantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  deleteTenant(argument: _platform_hub_v1_DeleteTenantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  deleteTenant(argument: _platform_hub_v1_DeleteTenantRequest, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  
  GetTenant(argument: _platform_hub_v1_GetTenantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  GetTenant(argument: _platform_hub_v1_GetTenantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  GetTenant(argument: _platform_hub_v1_GetTenantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  GetTenant(argument: _platform_hub_v1_GetTenantRequest, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  getTenant(argument: _platform_hub_v1_GetTenantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  getTenant(argument: _platform_hub_v1_GetTenantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  getTenant(argument: _platform_hub_v1_GetTenantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  getTenant(argument: _platform_hub_v1_GetTenantRequest, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  
  ListTenants(argument: _platform_hub_v1_ListTenantsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ListTenantsResponse__Output>): grpc.ClientUnaryCall;
  ListTenants(argument: _platform_hub_v1_ListTenantsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ListTenantsResponse__Output>): grpc.ClientUnaryCall;
  ListTenants(argument: _platform_hub_v1_ListTenantsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ListTenantsResponse__Output>): grpc.ClientUnaryCall;
  ListTenants(argument: _platform_hub_v1_ListTenantsRequest, callback: grpc.requestCallback<_platform_hub_v1_ListTenantsResponse__Output>): grpc.ClientUnaryCall;
  listTenants(argument: _platform_hub_v1_ListTenantsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ListTenantsResponse__Output>): grpc.ClientUnaryCall;
  listTenants(argument: _platform_hub_v1_ListTenantsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ListTenantsResponse__Output>): grpc.ClientUnaryCall;
  listTenants(argument: _platform_hub_v1_ListTenantsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ListTenantsResponse__Output>): grpc.ClientUnaryCall;
  listTenants(argument: _platform_hub_v1_ListTenantsRequest, callback: grpc.requestCallback<_platform_hub_v1_ListTenantsResponse__Output>): grpc.ClientUnaryCall;
  
  ResetAdminClient(argument: _platform_hub_v1_ResetAdminClientRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ResetAdminClientResponse__Output>): grpc.ClientUnaryCall;
  ResetAdminClient(argument: _platform_hub_v1_ResetAdminClientRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ResetAdminClientResponse__Output>): grpc.ClientUnaryCall;
  ResetAdminClient(argument: _platform_hub_v1_ResetAdminClientRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ResetAdminClientResponse__Output>): grpc.ClientUnaryCall;
  ResetAdminClient(argument: _platform_hub_v1_ResetAdminClientRequest, callback: grpc.requestCallback<_platform_hub_v1_ResetAdminClientResponse__Output>): grpc.ClientUnaryCall;
  resetAdminClient(argument: _platform_hub_v1_ResetAdminClientRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ResetAdminClientResponse__Output>): grpc.ClientUnaryCall;
  resetAdminClient(argument: _platform_hub_v1_ResetAdminClientRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ResetAdminClientResponse__Output>): grpc.ClientUnaryCall;
  resetAdminClient(argument: _platform_hub_v1_ResetAdminClientRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ResetAdminClientResponse__Output>): grpc.ClientUnaryCall;
  resetAdminClient(argument: _platform_hub_v1_ResetAdminClientRequest, callback: grpc.requestCallback<_platform_hub_v1_ResetAdminClientResponse__Output>): grpc.ClientUnaryCall;
  
  RotateKeys(argument: _platform_hub_v1_RotateKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_RotateKeysResponse__Output>): grpc.ClientUnaryCall;
  RotateKeys(argument: _platform_hub_v1_RotateKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_RotateKeysResponse__Output>): grpc.ClientUnaryCall;
  RotateKeys(argument: _platform_hub_v1_RotateKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_RotateKeysResponse__Output>): grpc.ClientUnaryCall;
  RotateKeys(argument: _platform_hub_v1_RotateKeysRequest, callback: grpc.requestCallback<_platform_hub_v1_RotateKeysResponse__Output>): grpc.ClientUnaryCall;
  rotateKeys(argument: _platform_hub_v1_RotateKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_RotateKeysResponse__Output>): grpc.ClientUnaryCall;
  rotateKeys(argument: _platform_hub_v1_RotateKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_RotateKeysResponse__Output>): grpc.ClientUnaryCall;
  rotateKeys(argument: _platform_hub_v1_RotateKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_RotateKeysResponse__Output>): grpc.ClientUnaryCall;
  rotateKeys(argument: _platform_hub_v1_RotateKeysRequest, callback: grpc.requestCallback<_platform_hub_v1_RotateKeysResponse__Output>): grpc.ClientUnaryCall;
  
  SetLimits(argument: _platform_hub_v1_SetLimitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  SetLimits(argument: _platform_hub_v1_SetLimitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  SetLimits(argument: _platform_hub_v1_SetLimitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  SetLimits(argument: _platform_hub_v1_SetLimitsRequest, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  setLimits(argument: _platform_hub_v1_SetLimitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  setLimits(argument: _platform_hub_v1_SetLimitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  setLimits(argument: _platform_hub_v1_SetLimitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  setLimits(argument: _platform_hub_v1_SetLimitsRequest, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  
  SetState(argument: _platform_hub_v1_SetStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  SetState(argument: _platform_hub_v1_SetStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  SetState(argument: _platform_hub_v1_SetStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  SetState(argument: _platform_hub_v1_SetStateRequest, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  setState(argument: _platform_hub_v1_SetStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  setState(argument: _platform_hub_v1_SetStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  setState(argument: _platform_hub_v1_SetStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  setState(argument: _platform_hub_v1_SetStateRequest, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  
}

export interface TenantsHandlers extends grpc.UntypedServiceImplementation {
  ClearIpRules: grpc.handleUnaryCall<_platform_hub_v1_ClearIpRulesRequest__Output, _platform_hub_v1_ClearIpRulesResponse>;
  
  CreateTenant: grpc.handleUnaryCall<_platform_hub_v1_CreateTenantRequest__Output, _platform_hub_v1_CreateTenantResponse>;
  
  DeleteTenant: grpc.handleUnaryCall<_platform_hub_v1_DeleteTenantRequest__Output, _platform_hub_v1_Tenant>;
  
  GetTenant: grpc.handleUnaryCall<_platform_hub_v1_GetTenantRequest__Output, _platform_hub_v1_Tenant>;
  
  ListTenants: grpc.handleUnaryCall<_platform_hub_v1_ListTenantsRequest__Output, _platform_hub_v1_ListTenantsResponse>;
  
  ResetAdminClient: grpc.handleUnaryCall<_platform_hub_v1_ResetAdminClientRequest__Output, _platform_hub_v1_ResetAdminClientResponse>;
  
  RotateKeys: grpc.handleUnaryCall<_platform_hub_v1_RotateKeysRequest__Output, _platform_hub_v1_RotateKeysResponse>;
  
  SetLimits: grpc.handleUnaryCall<_platform_hub_v1_SetLimitsRequest__Output, _platform_hub_v1_Tenant>;
  
  SetState: grpc.handleUnaryCall<_platform_hub_v1_SetStateRequest__Output, _platform_hub_v1_Tenant>;
  
}

export interface TenantsDefinition extends grpc.ServiceDefinition {
  ClearIpRules: MethodDefinition<_platform_hub_v1_ClearIpRulesRequest, _platform_hub_v1_ClearIpRulesResponse, _platform_hub_v1_ClearIpRulesRequest__Output, _platform_hub_v1_ClearIpRulesResponse__Output>
  CreateTenant: MethodDefinition<_platform_hub_v1_CreateTenantRequest, _platform_hub_v1_CreateTenantResponse, _platform_hub_v1_CreateTenantRequest__Output, _platform_hub_v1_CreateTenantResponse__Output>
  DeleteTenant: MethodDefinition<_platform_hub_v1_DeleteTenantRequest, _platform_hub_v1_Tenant, _platform_hub_v1_DeleteTenantRequest__Output, _platform_hub_v1_Tenant__Output>
  GetTenant: MethodDefinition<_platform_hub_v1_GetTenantRequest, _platform_hub_v1_Tenant, _platform_hub_v1_GetTenantRequest__Output, _platform_hub_v1_Tenant__Output>
  ListTenants: MethodDefinition<_platform_hub_v1_ListTenantsRequest, _platform_hub_v1_ListTenantsResponse, _platform_hub_v1_ListTenantsRequest__Output, _platform_hub_v1_ListTenantsResponse__Output>
  ResetAdminClient: MethodDefinition<_platform_hub_v1_ResetAdminClientRequest, _platform_hub_v1_ResetAdminClientResponse, _platform_hub_v1_ResetAdminClientRequest__Output, _platform_hub_v1_ResetAdminClientResponse__Output>
  RotateKeys: MethodDefinition<_platform_hub_v1_RotateKeysRequest, _platform_hub_v1_RotateKeysResponse, _platform_hub_v1_RotateKeysRequest__Output, _platform_hub_v1_RotateKeysResponse__Output>
  SetLimits: MethodDefinition<_platform_hub_v1_SetLimitsRequest, _platform_hub_v1_Tenant, _platform_hub_v1_SetLimitsRequest__Output, _platform_hub_v1_Tenant__Output>
  SetState: MethodDefinition<_platform_hub_v1_SetStateRequest, _platform_hub_v1_Tenant, _platform_hub_v1_SetStateRequest__Output, _platform_hub_v1_Tenant__Output>
}
