// Original file: protos/platform/outbound/v1/outbound.proto


export interface ClaimSubject {
  'type'?: (string);
  'id'?: (string);
}

export interface ClaimSubject__Output {
  'type': (string);
  'id': (string);
}
