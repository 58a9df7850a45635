// Original file: protos/platform/hub/v1/hub.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { IpRuleSet as _platform_hub_v1_IpRuleSet, IpRuleSet__Output as _platform_hub_v1_IpRuleSet__Output } from '../../../platform/hub/v1/IpRuleSet.ts';
import type { SnapshotRequest as _platform_hub_v1_SnapshotRequest, SnapshotRequest__Output as _platform_hub_v1_SnapshotRequest__Output } from '../../../platform/hub/v1/SnapshotRequest.ts';

export interface IpRulesClient extends grpc.Client {
  Snapshot(argument: _platform_hub_v1_SnapshotRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_IpRuleSet__Output>): grpc.ClientUnaryCall;
  Snapshot(argument: _platform_hub_v1_SnapshotRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_IpRuleSet__Output>): grpc.ClientUnaryCall;
  Snapshot(argument: _platform_hub_v1_SnapshotRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_IpRuleSet__Output>): grpc.ClientUnaryCall;
  Snapshot(argument: _platform_hub_v1_SnapshotRequest, callback: grpc.requestCallback<_platform_hub_v1_IpRuleSet__Output>): grpc.ClientUnaryCall;
  snapshot(argument: _platform_hub_v1_SnapshotRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_IpRuleSet__Output>): grpc.ClientUnaryCall;
  snapshot(argument: _platform_hub_v1_SnapshotRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_hub_v1_IpRuleSet__Output>): grpc.ClientUnaryCall;
  snapshot(argument: _platform_hub_v1_SnapshotRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_hub_v1_IpRuleSet__Output>): grpc.ClientUnaryCall;
  snapshot(argument: _platform_hub_v1_SnapshotRequest, callback: grpc.requestCallback<_platform_hub_v1_IpRuleSet__Output>): grpc.ClientUnaryCall;
  
}

export interface IpRulesHandlers extends grpc.UntypedServiceImplementation {
  Snapshot: grpc.handleUnaryCall<_platform_hub_v1_SnapshotRequest__Output, _platform_hub_v1_IpRuleSet>;
  
}

export interface IpRulesDefinition extends grpc.ServiceDefinition {
  Snapshot: MethodDefinition<_platform_hub_v1_SnapshotRequest, _platform_hub_v1_IpRuleSet, _platform_hub_v1_SnapshotRequest__Output, _platform_hub_v1_IpRuleSet__Output>
}
