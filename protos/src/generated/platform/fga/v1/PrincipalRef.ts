// Original file: protos/platform/fga/v1/fga.proto


export interface PrincipalRef {
  'type'?: (string);
  'id'?: (string);
}

export interface PrincipalRef__Output {
  'type': (string);
  'id': (string);
}
