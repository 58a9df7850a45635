// Original file: protos/platform/hub/v1/hub.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CompleteArrivalRequest as _platform_hub_v1_CompleteArrivalRequest, CompleteArrivalRequest__Output as _platform_hub_v1_CompleteArrivalRequest__Output } from '../../../platform/hub/v1/CompleteArrivalRequest.ts';
import type { DepartTenantRequest as _platform_hub_v1_DepartTenantRequest, DepartTenantRequest__Output as _platform_hub_v1_DepartTenantRequest__Output } from '../../../platform/hub/v1/DepartTenantRequest.ts';
import type { DepartTenantResponse as _platform_hub_v1_DepartTenantResponse, DepartTenantResponse__Output as _platform_hub_v1_DepartTenantResponse__Output } from '../../../platform/hub/v1/DepartTenantResponse.ts';
import type { ReleaseArrivalResponse as _platform_hub_v1_ReleaseArrivalResponse, ReleaseArrivalResponse__Output as _platform_hub_v1_ReleaseArrivalResponse__Output } from '../../../platform/hub/v1/ReleaseArrivalResponse.ts';
import type { ReserveTenantRequest as _platform_hub_v1_ReserveTenantRequest, ReserveTenantRequest__Output as _platform_hub_v1_ReserveTenantRequest__Output } from '../../../platform/hub/v1/ReserveTenantRequest.ts';
import type { Tenant as _platform_hub_v1_Tenant, Tenant__Output as _platform_hub_v1_Tenant__Output } from '../../../platform/hub/v1/Tenant.ts';
import type { TenantArrival as _platform_hub_v1_TenantArrival, TenantArrival__Output as _platform_hub_v1_TenantArrival__Output } from '../../../platform/hub/v1/TenantArrival.ts';
import type { TenantArrivalRequest as _platform_hub_v1_TenantArrivalRequest, TenantArrivalRequest__Output as _platform_hub_v1_TenantArrivalRequest__Output } from '../../../platform/hub/v1/TenantArrivalRequest.ts';

export interface TenantMovesClient extends grpc.Client {
  Abandon(argument: _platform_hub_v1_TenantArrivalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  Abandon(argument: _platform_hub_v1_TenantArrivalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  Abandon(argument: _platform_hub_v1_TenantArrivalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  Abandon(argument: _platform_hub_v1_TenantArrivalRequest, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  abandon(argument: _platform_hub_v1_TenantArrivalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  abandon(argument: _platform_hub_v1_TenantArrivalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  abandon(argument: _platform_hub_v1_TenantArrivalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  abandon(argument: _platform_hub_v1_TenantArrivalRequest, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  
  Complete(argument: _platform_hub_v1_CompleteArrivalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  Complete(argument: _platform_hub_v1_CompleteArrivalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  Complete(argument: _platform_hub_v1_CompleteArrivalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  Complete(argument: _platform_hub_v1_CompleteArrivalRequest, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  complete(argument: _platform_hub_v1_CompleteArrivalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  complete(argument: _platform_hub_v1_CompleteArrivalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  complete(argument: _platform_hub_v1_CompleteArrivalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  complete(argument: _platform_hub_v1_CompleteArrivalRequest, callback: grpc.requestCallback<_platform_hub_v1_Tenant__Output>): grpc.ClientUnaryCall;
  
  Depart(argument: _platform_hub_v1_DepartTenantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_DepartTenantResponse__Output>): grpc.ClientUnaryCall;
  Depart(argument: _platform_hub_v1_DepartTenantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_DepartTenantResponse__Output>): grpc.ClientUnaryCall;
  Depart(argument: _platform_hub_v1_DepartTenantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_DepartTenantResponse__Output>): grpc.ClientUnaryCall;
  Depart(argument: _platform_hub_v1_DepartTenantRequest, callback: grpc.requestCallback<_platform_hub_v1_DepartTenantResponse__Output>): grpc.ClientUnaryCall;
  depart(argument: _platform_hub_v1_DepartTenantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_DepartTenantResponse__Output>): grpc.ClientUnaryCall;
  depart(argument: _platform_hub_v1_DepartTenantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_DepartTenantResponse__Output>): grpc.ClientUnaryCall;
  depart(argument: _platform_hub_v1_DepartTenantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_DepartTenantResponse__Output>): grpc.ClientUnaryCall;
  depart(argument: _platform_hub_v1_DepartTenantRequest, callback: grpc.requestCallback<_platform_hub_v1_DepartTenantResponse__Output>): grpc.ClientUnaryCall;
  
  GetArrival(argument: _platform_hub_v1_TenantArrivalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  GetArrival(argument: _platform_hub_v1_TenantArrivalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  GetArrival(argument: _platform_hub_v1_TenantArrivalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  GetArrival(argument: _platform_hub_v1_TenantArrivalRequest, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  getArrival(argument: _platform_hub_v1_TenantArrivalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  getArrival(argument: _platform_hub_v1_TenantArrivalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  getArrival(argument: _platform_hub_v1_TenantArrivalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  getArrival(argument: _platform_hub_v1_TenantArrivalRequest, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  
  Release(argument: _platform_hub_v1_TenantArrivalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ReleaseArrivalResponse__Output>): grpc.ClientUnaryCall;
  Release(argument: _platform_hub_v1_TenantArrivalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ReleaseArrivalResponse__Output>): grpc.ClientUnaryCall;
  Release(argument: _platform_hub_v1_TenantArrivalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ReleaseArrivalResponse__Output>): grpc.ClientUnaryCall;
  Release(argument: _platform_hub_v1_TenantArrivalRequest, callback: grpc.requestCallback<_platform_hub_v1_ReleaseArrivalResponse__Output>): grpc.ClientUnaryCall;
  release(argument: _platform_hub_v1_TenantArrivalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ReleaseArrivalResponse__Output>): grpc.ClientUnaryCall;
  release(argument: _platform_hub_v1_TenantArrivalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_ReleaseArrivalResponse__Output>): grpc.ClientUnaryCall;
  release(argument: _platform_hub_v1_TenantArrivalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_ReleaseArrivalResponse__Output>): grpc.ClientUnaryCall;
  release(argument: _platform_hub_v1_TenantArrivalRequest, callback: grpc.requestCallback<_platform_hub_v1_ReleaseArrivalResponse__Output>): grpc.ClientUnaryCall;
  
  Reserve(argument: _platform_hub_v1_ReserveTenantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  Reserve(argument: _platform_hub_v1_ReserveTenantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  Reserve(argument: _platform_hub_v1_ReserveTenantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  Reserve(argument: _platform_hub_v1_ReserveTenantRequest, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  reserve(argument: _platform_hub_v1_ReserveTenantRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  reserve(argument: _platform_hub_v1_ReserveTenantRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  reserve(argument: _platform_hub_v1_ReserveTenantRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  reserve(argument: _platform_hub_v1_ReserveTenantRequest, callback: grpc.requestCallback<_platform_hub_v1_TenantArrival__Output>): grpc.ClientUnaryCall;
  
}

export interface TenantMovesHandlers extends grpc.UntypedServiceImplementation {
  Abandon: grpc.handleUnaryCall<_platform_hub_v1_TenantArrivalRequest__Output, _platform_hub_v1_TenantArrival>;
  
  Complete: grpc.handleUnaryCall<_platform_hub_v1_CompleteArrivalRequest__Output, _platform_hub_v1_Tenant>;
  
  Depart: grpc.handleUnaryCall<_platform_hub_v1_DepartTenantRequest__Output, _platform_hub_v1_DepartTenantResponse>;
  
  GetArrival: grpc.handleUnaryCall<_platform_hub_v1_TenantArrivalRequest__Output, _platform_hub_v1_TenantArrival>;
  
  Release: grpc.handleUnaryCall<_platform_hub_v1_TenantArrivalRequest__Output, _platform_hub_v1_ReleaseArrivalResponse>;
  
  Reserve: grpc.handleUnaryCall<_platform_hub_v1_ReserveTenantRequest__Output, _platform_hub_v1_TenantArrival>;
  
}

export interface TenantMovesDefinition extends grpc.ServiceDefinition {
  Abandon: MethodDefinition<_platform_hub_v1_TenantArrivalRequest, _platform_hub_v1_TenantArrival, _platform_hub_v1_TenantArrivalRequest__Output, _platform_hub_v1_TenantArrival__Output>
  Complete: MethodDefinition<_platform_hub_v1_CompleteArrivalRequest, _platform_hub_v1_Tenant, _platform_hub_v1_CompleteArrivalRequest__Output, _platform_hub_v1_Tenant__Output>
  Depart: MethodDefinition<_platform_hub_v1_DepartTenantRequest, _platform_hub_v1_DepartTenantResponse, _platform_hub_v1_DepartTenantRequest__Output, _platform_hub_v1_DepartTenantResponse__Output>
  GetArrival: MethodDefinition<_platform_hub_v1_TenantArrivalRequest, _platform_hub_v1_TenantArrival, _platform_hub_v1_TenantArrivalRequest__Output, _platform_hub_v1_TenantArrival__Output>
  Release: MethodDefinition<_platform_hub_v1_TenantArrivalRequest, _platform_hub_v1_ReleaseArrivalResponse, _platform_hub_v1_TenantArrivalRequest__Output, _platform_hub_v1_ReleaseArrivalResponse__Output>
  Reserve: MethodDefinition<_platform_hub_v1_ReserveTenantRequest, _platform_hub_v1_TenantArrival, _platform_hub_v1_ReserveTenantRequest__Output, _platform_hub_v1_TenantArrival__Output>
}
