// Original file: protos/platform/fga/v1/fga.proto


export interface BatchCheckReason {
  'pointer'?: (string);
  'code'?: (string);
  'detail'?: (string);
}

export interface BatchCheckReason__Output {
  'pointer': (string);
  'code': (string);
  'detail': (string);
}
