// Original file: protos/platform/outbound/v1/outbound.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DeliveryExplanation as _platform_outbound_v1_DeliveryExplanation, DeliveryExplanation__Output as _platform_outbound_v1_DeliveryExplanation__Output } from '../../../platform/outbound/v1/DeliveryExplanation.ts';
import type { ExplainDeliveryRequest as _platform_outbound_v1_ExplainDeliveryRequest, ExplainDeliveryRequest__Output as _platform_outbound_v1_ExplainDeliveryRequest__Output } from '../../../platform/outbound/v1/ExplainDeliveryRequest.ts';

export interface DeliveriesClient extends grpc.Client {
  Explain(argument: _platform_outbound_v1_ExplainDeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_DeliveryExplanation__Output>): grpc.ClientUnaryCall;
  Explain(argument: _platform_outbound_v1_ExplainDeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_outbound_v1_DeliveryExplanation__Output>): grpc.ClientUnaryCall;
  Explain(argument: _platform_outbound_v1_ExplainDeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_DeliveryExplanation__Output>): grpc.ClientUnaryCall;
  Explain(argument: _platform_outbound_v1_ExplainDeliveryRequest, callback: grpc.requestCallback<_platform_outbound_v1_DeliveryExplanation__Output>): grpc.ClientUnaryCall;
  explain(argument: _platform_outbound_v1_ExplainDeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_DeliveryExplanation__Output>): grpc.ClientUnaryCall;
  explain(argument: _platform_outbound_v1_ExplainDeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_outbound_v1_DeliveryExplanation__Output>): grpc.ClientUnaryCall;
  explain(argument: _platform_outbound_v1_ExplainDeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_outbound_v1_DeliveryExplanation__Output>): grpc.ClientUnaryCall;
  explain(argument: _platform_outbound_v1_ExplainDeliveryRequest, callback: grpc.requestCallback<_platform_outbound_v1_DeliveryExplanation__Output>): grpc.ClientUnaryCall;
  
}

export interface DeliveriesHandlers extends grpc.UntypedServiceImplementation {
  Explain: grpc.handleUnaryCall<_platform_outbound_v1_ExplainDeliveryRequest__Output, _platform_outbound_v1_DeliveryExplanation>;
  
}

export interface DeliveriesDefinition extends grpc.ServiceDefinition {
  Explain: MethodDefinition<_platform_outbound_v1_ExplainDeliveryRequest, _platform_outbound_v1_DeliveryExplanation, _platform_outbound_v1_ExplainDeliveryRequest__Output, _platform_outbound_v1_DeliveryExplanation__Output>
}
