// Original file: protos/platform/hub/v1/hub.proto


export interface Client {
  'found'?: (boolean);
  'name'?: (string);
  'type'?: (string);
  'enabled'?: (boolean);
  'firstParty'?: (boolean);
  'allowedScopes'?: (string)[];
}

export interface Client__Output {
  'found': (boolean);
  'name': (string);
  'type': (string);
  'enabled': (boolean);
  'firstParty': (boolean);
  'allowedScopes': (string)[];
}
