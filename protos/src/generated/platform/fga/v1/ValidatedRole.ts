// Original file: protos/platform/fga/v1/fga.proto


export interface ValidatedRole {
  'key'?: (string);
  'exists'?: (boolean);
  'assignable'?: (boolean);
  'missingScopes'?: (string)[];
}

export interface ValidatedRole__Output {
  'key': (string);
  'exists': (boolean);
  'assignable': (boolean);
  'missingScopes': (string)[];
}
