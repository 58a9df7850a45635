// Original file: protos/platform/fga/v1/fga.proto


export interface BatchCheckError {
  'code'?: (string);
  'reason'?: (string);
  'detail'?: (string);
}

export interface BatchCheckError__Output {
  'code': (string);
  'reason': (string);
  'detail': (string);
}
