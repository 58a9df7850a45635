// Original file: protos/platform/overview/v1/overview.proto


export interface FirstStep {
  'key'?: (string);
  'done'?: (boolean);
}

export interface FirstStep__Output {
  'key': (string);
  'done': (boolean);
}
