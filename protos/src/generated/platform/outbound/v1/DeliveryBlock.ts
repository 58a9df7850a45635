// Original file: protos/platform/outbound/v1/outbound.proto


export interface DeliveryBlock {
  'reason'?: (string);
  'until'?: (string);
}

export interface DeliveryBlock__Output {
  'reason': (string);
  'until': (string);
}
