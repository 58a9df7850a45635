// Original file: protos/platform/hub/v1/hub.proto


export interface ApiResource {
  'found'?: (boolean);
  'identifier'?: (string);
  'name'?: (string);
  'enabled'?: (boolean);
}

export interface ApiResource__Output {
  'found': (boolean);
  'identifier': (string);
  'name': (string);
  'enabled': (boolean);
}
