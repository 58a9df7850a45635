// Original file: protos/platform/outbound/v1/outbound.proto


export interface ExplainDeliveryRequest {
  'deliveryId'?: (string);
}

export interface ExplainDeliveryRequest__Output {
  'deliveryId': (string);
}
