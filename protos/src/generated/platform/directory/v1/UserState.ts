// Original file: protos/platform/directory/v1/directory.proto


export interface UserState {
  'userId'?: (string);
  'status'?: (string);
  'organizationIds'?: (string)[];
}

export interface UserState__Output {
  'userId': (string);
  'status': (string);
  'organizationIds': (string)[];
}
