// Original file: protos/platform/fga/v1/fga.proto


export interface UnmetControl {
  'kind'?: (string);
  'controlJson'?: (string);
}

export interface UnmetControl__Output {
  'kind': (string);
  'controlJson': (string);
}
