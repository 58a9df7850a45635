import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ClaimSchema as _platform_outbound_v1_ClaimSchema, ClaimSchema__Output as _platform_outbound_v1_ClaimSchema__Output } from './platform/outbound/v1/ClaimSchema.ts';
import type { ClaimSchemasClient as _platform_outbound_v1_ClaimSchemasClient, ClaimSchemasDefinition as _platform_outbound_v1_ClaimSchemasDefinition } from './platform/outbound/v1/ClaimSchemas.ts';
import type { ClaimSourceCall as _platform_outbound_v1_ClaimSourceCall, ClaimSourceCall__Output as _platform_outbound_v1_ClaimSourceCall__Output } from './platform/outbound/v1/ClaimSourceCall.ts';
import type { ClaimSubject as _platform_outbound_v1_ClaimSubject, ClaimSubject__Output as _platform_outbound_v1_ClaimSubject__Output } from './platform/outbound/v1/ClaimSubject.ts';
import type { ClaimsOfToken as _platform_outbound_v1_ClaimsOfToken, ClaimsOfToken__Output as _platform_outbound_v1_ClaimsOfToken__Output } from './platform/outbound/v1/ClaimsOfToken.ts';
import type { DeliveriesClient as _platform_outbound_v1_DeliveriesClient, DeliveriesDefinition as _platform_outbound_v1_DeliveriesDefinition } from './platform/outbound/v1/Deliveries.ts';
import type { DeliveryAttempt as _platform_outbound_v1_DeliveryAttempt, DeliveryAttempt__Output as _platform_outbound_v1_DeliveryAttempt__Output } from './platform/outbound/v1/DeliveryAttempt.ts';
import type { DeliveryBlock as _platform_outbound_v1_DeliveryBlock, DeliveryBlock__Output as _platform_outbound_v1_DeliveryBlock__Output } from './platform/outbound/v1/DeliveryBlock.ts';
import type { DeliveryExplanation as _platform_outbound_v1_DeliveryExplanation, DeliveryExplanation__Output as _platform_outbound_v1_DeliveryExplanation__Output } from './platform/outbound/v1/DeliveryExplanation.ts';
import type { ExplainDeliveryRequest as _platform_outbound_v1_ExplainDeliveryRequest, ExplainDeliveryRequest__Output as _platform_outbound_v1_ExplainDeliveryRequest__Output } from './platform/outbound/v1/ExplainDeliveryRequest.ts';
import type { GetHookRequest as _platform_outbound_v1_GetHookRequest, GetHookRequest__Output as _platform_outbound_v1_GetHookRequest__Output } from './platform/outbound/v1/GetHookRequest.ts';
import type { GetHookResponse as _platform_outbound_v1_GetHookResponse, GetHookResponse__Output as _platform_outbound_v1_GetHookResponse__Output } from './platform/outbound/v1/GetHookResponse.ts';
import type { HooksClient as _platform_outbound_v1_HooksClient, HooksDefinition as _platform_outbound_v1_HooksDefinition } from './platform/outbound/v1/Hooks.ts';
import type { InlineHook as _platform_outbound_v1_InlineHook, InlineHook__Output as _platform_outbound_v1_InlineHook__Output } from './platform/outbound/v1/InlineHook.ts';
import type { ListClaimSchemasRequest as _platform_outbound_v1_ListClaimSchemasRequest, ListClaimSchemasRequest__Output as _platform_outbound_v1_ListClaimSchemasRequest__Output } from './platform/outbound/v1/ListClaimSchemasRequest.ts';
import type { ListClaimSchemasResponse as _platform_outbound_v1_ListClaimSchemasResponse, ListClaimSchemasResponse__Output as _platform_outbound_v1_ListClaimSchemasResponse__Output } from './platform/outbound/v1/ListClaimSchemasResponse.ts';
import type { ListHooksForStageRequest as _platform_outbound_v1_ListHooksForStageRequest, ListHooksForStageRequest__Output as _platform_outbound_v1_ListHooksForStageRequest__Output } from './platform/outbound/v1/ListHooksForStageRequest.ts';
import type { ListHooksForStageResponse as _platform_outbound_v1_ListHooksForStageResponse, ListHooksForStageResponse__Output as _platform_outbound_v1_ListHooksForStageResponse__Output } from './platform/outbound/v1/ListHooksForStageResponse.ts';
import type { ResolveClaimsRequest as _platform_outbound_v1_ResolveClaimsRequest, ResolveClaimsRequest__Output as _platform_outbound_v1_ResolveClaimsRequest__Output } from './platform/outbound/v1/ResolveClaimsRequest.ts';
import type { ResolveClaimsResponse as _platform_outbound_v1_ResolveClaimsResponse, ResolveClaimsResponse__Output as _platform_outbound_v1_ResolveClaimsResponse__Output } from './platform/outbound/v1/ResolveClaimsResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    outbound: {
      v1: {
        ClaimSchema: MessageTypeDefinition<_platform_outbound_v1_ClaimSchema, _platform_outbound_v1_ClaimSchema__Output>
        ClaimSchemas: SubtypeConstructor<typeof grpc.Client, _platform_outbound_v1_ClaimSchemasClient> & { service: _platform_outbound_v1_ClaimSchemasDefinition }
        ClaimSourceCall: MessageTypeDefinition<_platform_outbound_v1_ClaimSourceCall, _platform_outbound_v1_ClaimSourceCall__Output>
        ClaimSubject: MessageTypeDefinition<_platform_outbound_v1_ClaimSubject, _platform_outbound_v1_ClaimSubject__Output>
        ClaimsOfToken: MessageTypeDefinition<_platform_outbound_v1_ClaimsOfToken, _platform_outbound_v1_ClaimsOfToken__Output>
        Deliveries: SubtypeConstructor<typeof grpc.Client, _platform_outbound_v1_DeliveriesClient> & { service: _platform_outbound_v1_DeliveriesDefinition }
        DeliveryAttempt: MessageTypeDefinition<_platform_outbound_v1_DeliveryAttempt, _platform_outbound_v1_DeliveryAttempt__Output>
        DeliveryBlock: MessageTypeDefinition<_platform_outbound_v1_DeliveryBlock, _platform_outbound_v1_DeliveryBlock__Output>
        DeliveryExplanation: MessageTypeDefinition<_platform_outbound_v1_DeliveryExplanation, _platform_outbound_v1_DeliveryExplanation__Output>
        ExplainDeliveryRequest: MessageTypeDefinition<_platform_outbound_v1_ExplainDeliveryRequest, _platform_outbound_v1_ExplainDeliveryRequest__Output>
        GetHookRequest: MessageTypeDefinition<_platform_outbound_v1_GetHookRequest, _platform_outbound_v1_GetHookRequest__Output>
        GetHookResponse: MessageTypeDefinition<_platform_outbound_v1_GetHookResponse, _platform_outbound_v1_GetHookResponse__Output>
        Hooks: SubtypeConstructor<typeof grpc.Client, _platform_outbound_v1_HooksClient> & { service: _platform_outbound_v1_HooksDefinition }
        InlineHook: MessageTypeDefinition<_platform_outbound_v1_InlineHook, _platform_outbound_v1_InlineHook__Output>
        ListClaimSchemasRequest: MessageTypeDefinition<_platform_outbound_v1_ListClaimSchemasRequest, _platform_outbound_v1_ListClaimSchemasRequest__Output>
        ListClaimSchemasResponse: MessageTypeDefinition<_platform_outbound_v1_ListClaimSchemasResponse, _platform_outbound_v1_ListClaimSchemasResponse__Output>
        ListHooksForStageRequest: MessageTypeDefinition<_platform_outbound_v1_ListHooksForStageRequest, _platform_outbound_v1_ListHooksForStageRequest__Output>
        ListHooksForStageResponse: MessageTypeDefinition<_platform_outbound_v1_ListHooksForStageResponse, _platform_outbound_v1_ListHooksForStageResponse__Output>
        ResolveClaimsRequest: MessageTypeDefinition<_platform_outbound_v1_ResolveClaimsRequest, _platform_outbound_v1_ResolveClaimsRequest__Output>
        ResolveClaimsResponse: MessageTypeDefinition<_platform_outbound_v1_ResolveClaimsResponse, _platform_outbound_v1_ResolveClaimsResponse__Output>
      }
    }
  }
}

