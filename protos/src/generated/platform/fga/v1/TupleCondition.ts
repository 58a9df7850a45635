// Original file: protos/platform/fga/v1/fga.proto


export interface TupleCondition {
  'name'?: (string);
  'contextJson'?: (string);
}

export interface TupleCondition__Output {
  'name': (string);
  'contextJson': (string);
}
