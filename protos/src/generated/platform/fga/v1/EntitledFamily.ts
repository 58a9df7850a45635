// Original file: protos/platform/fga/v1/fga.proto


export interface EntitledFamily {
  'family'?: (string);
  'entitled'?: (boolean);
  'areas'?: (string)[];
}

export interface EntitledFamily__Output {
  'family': (string);
  'entitled': (boolean);
  'areas': (string)[];
}
