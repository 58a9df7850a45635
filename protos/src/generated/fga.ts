import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccessPoliciesClient as _platform_fga_v1_AccessPoliciesClient, AccessPoliciesDefinition as _platform_fga_v1_AccessPoliciesDefinition } from './platform/fga/v1/AccessPolicies.ts';
import type { BatchCheckError as _platform_fga_v1_BatchCheckError, BatchCheckError__Output as _platform_fga_v1_BatchCheckError__Output } from './platform/fga/v1/BatchCheckError.ts';
import type { BatchCheckItem as _platform_fga_v1_BatchCheckItem, BatchCheckItem__Output as _platform_fga_v1_BatchCheckItem__Output } from './platform/fga/v1/BatchCheckItem.ts';
import type { BatchCheckReason as _platform_fga_v1_BatchCheckReason, BatchCheckReason__Output as _platform_fga_v1_BatchCheckReason__Output } from './platform/fga/v1/BatchCheckReason.ts';
import type { BatchCheckRequest as _platform_fga_v1_BatchCheckRequest, BatchCheckRequest__Output as _platform_fga_v1_BatchCheckRequest__Output } from './platform/fga/v1/BatchCheckRequest.ts';
import type { BatchCheckResponse as _platform_fga_v1_BatchCheckResponse, BatchCheckResponse__Output as _platform_fga_v1_BatchCheckResponse__Output } from './platform/fga/v1/BatchCheckResponse.ts';
import type { BatchCheckResult as _platform_fga_v1_BatchCheckResult, BatchCheckResult__Output as _platform_fga_v1_BatchCheckResult__Output } from './platform/fga/v1/BatchCheckResult.ts';
import type { CheckRequest as _platform_fga_v1_CheckRequest, CheckRequest__Output as _platform_fga_v1_CheckRequest__Output } from './platform/fga/v1/CheckRequest.ts';
import type { CheckResponse as _platform_fga_v1_CheckResponse, CheckResponse__Output as _platform_fga_v1_CheckResponse__Output } from './platform/fga/v1/CheckResponse.ts';
import type { DeviceSignal as _platform_fga_v1_DeviceSignal, DeviceSignal__Output as _platform_fga_v1_DeviceSignal__Output } from './platform/fga/v1/DeviceSignal.ts';
import type { ElevatedScope as _platform_fga_v1_ElevatedScope, ElevatedScope__Output as _platform_fga_v1_ElevatedScope__Output } from './platform/fga/v1/ElevatedScope.ts';
import type { EntitledFamily as _platform_fga_v1_EntitledFamily, EntitledFamily__Output as _platform_fga_v1_EntitledFamily__Output } from './platform/fga/v1/EntitledFamily.ts';
import type { Entitlement as _platform_fga_v1_Entitlement, Entitlement__Output as _platform_fga_v1_Entitlement__Output } from './platform/fga/v1/Entitlement.ts';
import type { EntitlementsClient as _platform_fga_v1_EntitlementsClient, EntitlementsDefinition as _platform_fga_v1_EntitlementsDefinition } from './platform/fga/v1/Entitlements.ts';
import type { EntitlementsRequest as _platform_fga_v1_EntitlementsRequest, EntitlementsRequest__Output as _platform_fga_v1_EntitlementsRequest__Output } from './platform/fga/v1/EntitlementsRequest.ts';
import type { EntitlementsResponse as _platform_fga_v1_EntitlementsResponse, EntitlementsResponse__Output as _platform_fga_v1_EntitlementsResponse__Output } from './platform/fga/v1/EntitlementsResponse.ts';
import type { EvaluatePoliciesRequest as _platform_fga_v1_EvaluatePoliciesRequest, EvaluatePoliciesRequest__Output as _platform_fga_v1_EvaluatePoliciesRequest__Output } from './platform/fga/v1/EvaluatePoliciesRequest.ts';
import type { EvaluatePoliciesResponse as _platform_fga_v1_EvaluatePoliciesResponse, EvaluatePoliciesResponse__Output as _platform_fga_v1_EvaluatePoliciesResponse__Output } from './platform/fga/v1/EvaluatePoliciesResponse.ts';
import type { FgaClient as _platform_fga_v1_FgaClient, FgaDefinition as _platform_fga_v1_FgaDefinition } from './platform/fga/v1/Fga.ts';
import type { ListEntitlementsRequest as _platform_fga_v1_ListEntitlementsRequest, ListEntitlementsRequest__Output as _platform_fga_v1_ListEntitlementsRequest__Output } from './platform/fga/v1/ListEntitlementsRequest.ts';
import type { ListEntitlementsResponse as _platform_fga_v1_ListEntitlementsResponse, ListEntitlementsResponse__Output as _platform_fga_v1_ListEntitlementsResponse__Output } from './platform/fga/v1/ListEntitlementsResponse.ts';
import type { ListObjectsRequest as _platform_fga_v1_ListObjectsRequest, ListObjectsRequest__Output as _platform_fga_v1_ListObjectsRequest__Output } from './platform/fga/v1/ListObjectsRequest.ts';
import type { ListObjectsResponse as _platform_fga_v1_ListObjectsResponse, ListObjectsResponse__Output as _platform_fga_v1_ListObjectsResponse__Output } from './platform/fga/v1/ListObjectsResponse.ts';
import type { ListUserScopesRequest as _platform_fga_v1_ListUserScopesRequest, ListUserScopesRequest__Output as _platform_fga_v1_ListUserScopesRequest__Output } from './platform/fga/v1/ListUserScopesRequest.ts';
import type { ListUserScopesResponse as _platform_fga_v1_ListUserScopesResponse, ListUserScopesResponse__Output as _platform_fga_v1_ListUserScopesResponse__Output } from './platform/fga/v1/ListUserScopesResponse.ts';
import type { PolicyAllow as _platform_fga_v1_PolicyAllow, PolicyAllow__Output as _platform_fga_v1_PolicyAllow__Output } from './platform/fga/v1/PolicyAllow.ts';
import type { PolicyDeny as _platform_fga_v1_PolicyDeny, PolicyDeny__Output as _platform_fga_v1_PolicyDeny__Output } from './platform/fga/v1/PolicyDeny.ts';
import type { PolicyRequire as _platform_fga_v1_PolicyRequire, PolicyRequire__Output as _platform_fga_v1_PolicyRequire__Output } from './platform/fga/v1/PolicyRequire.ts';
import type { PolicySession as _platform_fga_v1_PolicySession, PolicySession__Output as _platform_fga_v1_PolicySession__Output } from './platform/fga/v1/PolicySession.ts';
import type { PolicyStepUp as _platform_fga_v1_PolicyStepUp, PolicyStepUp__Output as _platform_fga_v1_PolicyStepUp__Output } from './platform/fga/v1/PolicyStepUp.ts';
import type { PrincipalAccessClient as _platform_fga_v1_PrincipalAccessClient, PrincipalAccessDefinition as _platform_fga_v1_PrincipalAccessDefinition } from './platform/fga/v1/PrincipalAccess.ts';
import type { PrincipalAccessRequest as _platform_fga_v1_PrincipalAccessRequest, PrincipalAccessRequest__Output as _platform_fga_v1_PrincipalAccessRequest__Output } from './platform/fga/v1/PrincipalAccessRequest.ts';
import type { PrincipalAccessResponse as _platform_fga_v1_PrincipalAccessResponse, PrincipalAccessResponse__Output as _platform_fga_v1_PrincipalAccessResponse__Output } from './platform/fga/v1/PrincipalAccessResponse.ts';
import type { PrincipalRef as _platform_fga_v1_PrincipalRef, PrincipalRef__Output as _platform_fga_v1_PrincipalRef__Output } from './platform/fga/v1/PrincipalRef.ts';
import type { RelationTuple as _platform_fga_v1_RelationTuple, RelationTuple__Output as _platform_fga_v1_RelationTuple__Output } from './platform/fga/v1/RelationTuple.ts';
import type { RequirementGroup as _platform_fga_v1_RequirementGroup, RequirementGroup__Output as _platform_fga_v1_RequirementGroup__Output } from './platform/fga/v1/RequirementGroup.ts';
import type { RiskSignal as _platform_fga_v1_RiskSignal, RiskSignal__Output as _platform_fga_v1_RiskSignal__Output } from './platform/fga/v1/RiskSignal.ts';
import type { RoleGranter as _platform_fga_v1_RoleGranter, RoleGranter__Output as _platform_fga_v1_RoleGranter__Output } from './platform/fga/v1/RoleGranter.ts';
import type { RolesClient as _platform_fga_v1_RolesClient, RolesDefinition as _platform_fga_v1_RolesDefinition } from './platform/fga/v1/Roles.ts';
import type { ScopeHolder as _platform_fga_v1_ScopeHolder, ScopeHolder__Output as _platform_fga_v1_ScopeHolder__Output } from './platform/fga/v1/ScopeHolder.ts';
import type { SetEntitlementRequest as _platform_fga_v1_SetEntitlementRequest, SetEntitlementRequest__Output as _platform_fga_v1_SetEntitlementRequest__Output } from './platform/fga/v1/SetEntitlementRequest.ts';
import type { TupleActor as _platform_fga_v1_TupleActor, TupleActor__Output as _platform_fga_v1_TupleActor__Output } from './platform/fga/v1/TupleActor.ts';
import type { TupleCondition as _platform_fga_v1_TupleCondition, TupleCondition__Output as _platform_fga_v1_TupleCondition__Output } from './platform/fga/v1/TupleCondition.ts';
import type { TupleKey as _platform_fga_v1_TupleKey, TupleKey__Output as _platform_fga_v1_TupleKey__Output } from './platform/fga/v1/TupleKey.ts';
import type { TuplePrecondition as _platform_fga_v1_TuplePrecondition, TuplePrecondition__Output as _platform_fga_v1_TuplePrecondition__Output } from './platform/fga/v1/TuplePrecondition.ts';
import type { UnmetControl as _platform_fga_v1_UnmetControl, UnmetControl__Output as _platform_fga_v1_UnmetControl__Output } from './platform/fga/v1/UnmetControl.ts';
import type { UserScopes as _platform_fga_v1_UserScopes, UserScopes__Output as _platform_fga_v1_UserScopes__Output } from './platform/fga/v1/UserScopes.ts';
import type { ValidateRolesRequest as _platform_fga_v1_ValidateRolesRequest, ValidateRolesRequest__Output as _platform_fga_v1_ValidateRolesRequest__Output } from './platform/fga/v1/ValidateRolesRequest.ts';
import type { ValidateRolesResponse as _platform_fga_v1_ValidateRolesResponse, ValidateRolesResponse__Output as _platform_fga_v1_ValidateRolesResponse__Output } from './platform/fga/v1/ValidateRolesResponse.ts';
import type { ValidatedRole as _platform_fga_v1_ValidatedRole, ValidatedRole__Output as _platform_fga_v1_ValidatedRole__Output } from './platform/fga/v1/ValidatedRole.ts';
import type { WriteTuplesRequest as _platform_fga_v1_WriteTuplesRequest, WriteTuplesRequest__Output as _platform_fga_v1_WriteTuplesRequest__Output } from './platform/fga/v1/WriteTuplesRequest.ts';
import type { WriteTuplesResponse as _platform_fga_v1_WriteTuplesResponse, WriteTuplesResponse__Output as _platform_fga_v1_WriteTuplesResponse__Output } from './platform/fga/v1/WriteTuplesResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    fga: {
      v1: {
        AccessPolicies: SubtypeConstructor<typeof grpc.Client, _platform_fga_v1_AccessPoliciesClient> & { service: _platform_fga_v1_AccessPoliciesDefinition }
        BatchCheckError: MessageTypeDefinition<_platform_fga_v1_BatchCheckError, _platform_fga_v1_BatchCheckError__Output>
        BatchCheckItem: MessageTypeDefinition<_platform_fga_v1_BatchCheckItem, _platform_fga_v1_BatchCheckItem__Output>
        BatchCheckReason: MessageTypeDefinition<_platform_fga_v1_BatchCheckReason, _platform_fga_v1_BatchCheckReason__Output>
        BatchCheckRequest: MessageTypeDefinition<_platform_fga_v1_BatchCheckRequest, _platform_fga_v1_BatchCheckRequest__Output>
        BatchCheckResponse: MessageTypeDefinition<_platform_fga_v1_BatchCheckResponse, _platform_fga_v1_BatchCheckResponse__Output>
        BatchCheckResult: MessageTypeDefinition<_platform_fga_v1_BatchCheckResult, _platform_fga_v1_BatchCheckResult__Output>
        CheckRequest: MessageTypeDefinition<_platform_fga_v1_CheckRequest, _platform_fga_v1_CheckRequest__Output>
        CheckResponse: MessageTypeDefinition<_platform_fga_v1_CheckResponse, _platform_fga_v1_CheckResponse__Output>
        DeviceSignal: MessageTypeDefinition<_platform_fga_v1_DeviceSignal, _platform_fga_v1_DeviceSignal__Output>
        ElevatedScope: MessageTypeDefinition<_platform_fga_v1_ElevatedScope, _platform_fga_v1_ElevatedScope__Output>
        EntitledFamily: MessageTypeDefinition<_platform_fga_v1_EntitledFamily, _platform_fga_v1_EntitledFamily__Output>
        Entitlement: MessageTypeDefinition<_platform_fga_v1_Entitlement, _platform_fga_v1_Entitlement__Output>
        Entitlements: SubtypeConstructor<typeof grpc.Client, _platform_fga_v1_EntitlementsClient> & { service: _platform_fga_v1_EntitlementsDefinition }
        EntitlementsRequest: MessageTypeDefinition<_platform_fga_v1_EntitlementsRequest, _platform_fga_v1_EntitlementsRequest__Output>
        EntitlementsResponse: MessageTypeDefinition<_platform_fga_v1_EntitlementsResponse, _platform_fga_v1_EntitlementsResponse__Output>
        EvaluatePoliciesRequest: MessageTypeDefinition<_platform_fga_v1_EvaluatePoliciesRequest, _platform_fga_v1_EvaluatePoliciesRequest__Output>
        EvaluatePoliciesResponse: MessageTypeDefinition<_platform_fga_v1_EvaluatePoliciesResponse, _platform_fga_v1_EvaluatePoliciesResponse__Output>
        Fga: SubtypeConstructor<typeof grpc.Client, _platform_fga_v1_FgaClient> & { service: _platform_fga_v1_FgaDefinition }
        ListEntitlementsRequest: MessageTypeDefinition<_platform_fga_v1_ListEntitlementsRequest, _platform_fga_v1_ListEntitlementsRequest__Output>
        ListEntitlementsResponse: MessageTypeDefinition<_platform_fga_v1_ListEntitlementsResponse, _platform_fga_v1_ListEntitlementsResponse__Output>
        ListObjectsRequest: MessageTypeDefinition<_platform_fga_v1_ListObjectsRequest, _platform_fga_v1_ListObjectsRequest__Output>
        ListObjectsResponse: MessageTypeDefinition<_platform_fga_v1_ListObjectsResponse, _platform_fga_v1_ListObjectsResponse__Output>
        ListUserScopesRequest: MessageTypeDefinition<_platform_fga_v1_ListUserScopesRequest, _platform_fga_v1_ListUserScopesRequest__Output>
        ListUserScopesResponse: MessageTypeDefinition<_platform_fga_v1_ListUserScopesResponse, _platform_fga_v1_ListUserScopesResponse__Output>
        PolicyAllow: MessageTypeDefinition<_platform_fga_v1_PolicyAllow, _platform_fga_v1_PolicyAllow__Output>
        PolicyDeny: MessageTypeDefinition<_platform_fga_v1_PolicyDeny, _platform_fga_v1_PolicyDeny__Output>
        PolicyRequire: MessageTypeDefinition<_platform_fga_v1_PolicyRequire, _platform_fga_v1_PolicyRequire__Output>
        PolicySession: MessageTypeDefinition<_platform_fga_v1_PolicySession, _platform_fga_v1_PolicySession__Output>
        PolicyStepUp: MessageTypeDefinition<_platform_fga_v1_PolicyStepUp, _platform_fga_v1_PolicyStepUp__Output>
        PrincipalAccess: SubtypeConstructor<typeof grpc.Client, _platform_fga_v1_PrincipalAccessClient> & { service: _platform_fga_v1_PrincipalAccessDefinition }
        PrincipalAccessRequest: MessageTypeDefinition<_platform_fga_v1_PrincipalAccessRequest, _platform_fga_v1_PrincipalAccessRequest__Output>
        PrincipalAccessResponse: MessageTypeDefinition<_platform_fga_v1_PrincipalAccessResponse, _platform_fga_v1_PrincipalAccessResponse__Output>
        PrincipalRef: MessageTypeDefinition<_platform_fga_v1_PrincipalRef, _platform_fga_v1_PrincipalRef__Output>
        RelationTuple: MessageTypeDefinition<_platform_fga_v1_RelationTuple, _platform_fga_v1_RelationTuple__Output>
        RequirementGroup: MessageTypeDefinition<_platform_fga_v1_RequirementGroup, _platform_fga_v1_RequirementGroup__Output>
        RiskSignal: MessageTypeDefinition<_platform_fga_v1_RiskSignal, _platform_fga_v1_RiskSignal__Output>
        RoleGranter: MessageTypeDefinition<_platform_fga_v1_RoleGranter, _platform_fga_v1_RoleGranter__Output>
        Roles: SubtypeConstructor<typeof grpc.Client, _platform_fga_v1_RolesClient> & { service: _platform_fga_v1_RolesDefinition }
        ScopeHolder: MessageTypeDefinition<_platform_fga_v1_ScopeHolder, _platform_fga_v1_ScopeHolder__Output>
        SetEntitlementRequest: MessageTypeDefinition<_platform_fga_v1_SetEntitlementRequest, _platform_fga_v1_SetEntitlementRequest__Output>
        TupleActor: MessageTypeDefinition<_platform_fga_v1_TupleActor, _platform_fga_v1_TupleActor__Output>
        TupleCondition: MessageTypeDefinition<_platform_fga_v1_TupleCondition, _platform_fga_v1_TupleCondition__Output>
        TupleKey: MessageTypeDefinition<_platform_fga_v1_TupleKey, _platform_fga_v1_TupleKey__Output>
        TuplePrecondition: MessageTypeDefinition<_platform_fga_v1_TuplePrecondition, _platform_fga_v1_TuplePrecondition__Output>
        UnmetControl: MessageTypeDefinition<_platform_fga_v1_UnmetControl, _platform_fga_v1_UnmetControl__Output>
        UserScopes: MessageTypeDefinition<_platform_fga_v1_UserScopes, _platform_fga_v1_UserScopes__Output>
        ValidateRolesRequest: MessageTypeDefinition<_platform_fga_v1_ValidateRolesRequest, _platform_fga_v1_ValidateRolesRequest__Output>
        ValidateRolesResponse: MessageTypeDefinition<_platform_fga_v1_ValidateRolesResponse, _platform_fga_v1_ValidateRolesResponse__Output>
        ValidatedRole: MessageTypeDefinition<_platform_fga_v1_ValidatedRole, _platform_fga_v1_ValidatedRole__Output>
        WriteTuplesRequest: MessageTypeDefinition<_platform_fga_v1_WriteTuplesRequest, _platform_fga_v1_WriteTuplesRequest__Output>
        WriteTuplesResponse: MessageTypeDefinition<_platform_fga_v1_WriteTuplesResponse, _platform_fga_v1_WriteTuplesResponse__Output>
      }
    }
  }
}

