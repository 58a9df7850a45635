// Original file: protos/platform/directory/v1/directory.proto


export interface Membership {
  'organizationId'?: (string);
  'state'?: (string);
  'roles'?: (string)[];
}

export interface Membership__Output {
  'organizationId': (string);
  'state': (string);
  'roles': (string)[];
}
