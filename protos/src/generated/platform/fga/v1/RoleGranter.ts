// Original file: protos/platform/fga/v1/fga.proto


export interface RoleGranter {
  'type'?: (string);
  'id'?: (string);
  'scopes'?: (string)[];
}

export interface RoleGranter__Output {
  'type': (string);
  'id': (string);
  'scopes': (string)[];
}
