// Original file: protos/platform/directory/v1/directory.proto


export interface ListUserStatesRequest {
  'tenantId'?: (string);
  'userIds'?: (string)[];
}

export interface ListUserStatesRequest__Output {
  'tenantId': (string);
  'userIds': (string)[];
}
