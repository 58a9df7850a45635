// Original file: protos/platform/fga/v1/fga.proto


export interface TupleActor {
  'type'?: (string);
  'id'?: (string);
}

export interface TupleActor__Output {
  'type': (string);
  'id': (string);
}
