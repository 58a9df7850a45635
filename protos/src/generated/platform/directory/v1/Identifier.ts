// Original file: protos/platform/directory/v1/directory.proto


export interface Identifier {
  'kind'?: (string);
  'value'?: (string);
  'verified'?: (boolean);
}

export interface Identifier__Output {
  'kind': (string);
  'value': (string);
  'verified': (boolean);
}
