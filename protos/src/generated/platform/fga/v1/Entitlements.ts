// Original file: protos/platform/fga/v1/fga.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Entitlement as _platform_fga_v1_Entitlement, Entitlement__Output as _platform_fga_v1_Entitlement__Output } from '../../../platform/fga/v1/Entitlement.ts';
import type { EntitlementsRequest as _platform_fga_v1_EntitlementsRequest, EntitlementsRequest__Output as _platform_fga_v1_EntitlementsRequest__Output } from '../../../platform/fga/v1/EntitlementsRequest.ts';
import type { EntitlementsResponse as _platform_fga_v1_EntitlementsResponse, EntitlementsResponse__Output as _platform_fga_v1_EntitlementsResponse__Output } from '../../../platform/fga/v1/EntitlementsResponse.ts';
import type { ListEntitlementsRequest as _platform_fga_v1_ListEntitlementsRequest, ListEntitlementsRequest__Output as _platform_fga_v1_ListEntitlementsRequest__Output } from '../../../platform/fga/v1/ListEntitlementsRequest.ts';
import type { ListEntitlementsResponse as _platform_fga_v1_ListEntitlementsResponse, ListEntitlementsResponse__Output as _platform_fga_v1_ListEntitlementsResponse__Output } from '../../../platform/fga/v1/ListEntitlementsResponse.ts';
import type { SetEntitlementRequest as _platform_fga_v1_SetEntitlementRequest, SetEntitlementRequest__Output as _platform_fga_v1_SetEntitlementRequest__Output } from '../../../platform/fga/v1/SetEntitlementRequest.ts';

export interface EntitlementsClient extends grpc.Client {
  Get(argument: _platform_fga_v1_EntitlementsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_fga_v1_EntitlementsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_fga_v1_EntitlementsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_fga_v1_EntitlementsRequest, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_fga_v1_EntitlementsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_fga_v1_EntitlementsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_fga_v1_EntitlementsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_fga_v1_EntitlementsRequest, callback: grpc.requestCallback<_platform_fga_v1_EntitlementsResponse__Output>): grpc.ClientUnaryCall;
  
  List(argument: _platform_fga_v1_ListEntitlementsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ListEntitlementsResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_fga_v1_ListEntitlementsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_ListEntitlementsResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_fga_v1_ListEntitlementsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ListEntitlementsResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_fga_v1_ListEntitlementsRequest, callback: grpc.requestCallback<_platform_fga_v1_ListEntitlementsResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_fga_v1_ListEntitlementsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ListEntitlementsResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_fga_v1_ListEntitlementsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_ListEntitlementsResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_fga_v1_ListEntitlementsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_ListEntitlementsResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_fga_v1_ListEntitlementsRequest, callback: grpc.requestCallback<_platform_fga_v1_ListEntitlementsResponse__Output>): grpc.ClientUnaryCall;
  
  Set(argument: _platform_fga_v1_SetEntitlementRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_Entitlement__Output>): grpc.ClientUnaryCall;
  Set(argument: _platform_fga_v1_SetEntitlementRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_Entitlement__Output>): grpc.ClientUnaryCall;
  Set(argument: _platform_fga_v1_SetEntitlementRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_Entitlement__Output>): grpc.ClientUnaryCall;
  Set(argument: _platform_fga_v1_SetEntitlementRequest, callback: grpc.requestCallback<_platform_fga_v1_Entitlement__Output>): grpc.ClientUnaryCall;
  set(argument: _platform_fga_v1_SetEntitlementRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_Entitlement__Output>): grpc.ClientUnaryCall;
  set(argument: _platform_fga_v1_SetEntitlementRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_fga_v1_Entitlement__Output>): grpc.ClientUnaryCall;
  set(argument: _platform_fga_v1_SetEntitlementRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_fga_v1_Entitlement__Output>): grpc.ClientUnaryCall;
  set(argument: _platform_fga_v1_SetEntitlementRequest, callback: grpc.requestCallback<_platform_fga_v1_Entitlement__Output>): grpc.ClientUnaryCall;
  
}

export interface EntitlementsHandlers extends grpc.UntypedServiceImplementation {
  Get: grpc.handleUnaryCall<_platform_fga_v1_EntitlementsRequest__Output, _platform_fga_v1_EntitlementsResponse>;
  
  List: grpc.handleUnaryCall<_platform_fga_v1_ListEntitlementsRequest__Output, _platform_fga_v1_ListEntitlementsResponse>;
  
  Set: grpc.handleUnaryCall<_platform_fga_v1_SetEntitlementRequest__Output, _platform_fga_v1_Entitlement>;
  
}

export interface EntitlementsDefinition extends grpc.ServiceDefinition {
  Get: MethodDefinition<_platform_fga_v1_EntitlementsRequest, _platform_fga_v1_EntitlementsResponse, _platform_fga_v1_EntitlementsRequest__Output, _platform_fga_v1_EntitlementsResponse__Output>
  List: MethodDefinition<_platform_fga_v1_ListEntitlementsRequest, _platform_fga_v1_ListEntitlementsResponse, _platform_fga_v1_ListEntitlementsRequest__Output, _platform_fga_v1_ListEntitlementsResponse__Output>
  Set: MethodDefinition<_platform_fga_v1_SetEntitlementRequest, _platform_fga_v1_Entitlement, _platform_fga_v1_SetEntitlementRequest__Output, _platform_fga_v1_Entitlement__Output>
}
