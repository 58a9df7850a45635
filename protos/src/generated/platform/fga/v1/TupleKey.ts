// Original file: protos/platform/fga/v1/fga.proto


export interface TupleKey {
  'subject'?: (string);
  'relation'?: (string);
  'object'?: (string);
}

export interface TupleKey__Output {
  'subject': (string);
  'relation': (string);
  'object': (string);
}
