// Original file: protos/platform/directory/v1/directory.proto


export interface GetGroupRequest {
  'tenantId'?: (string);
  'groupId'?: (string);
}

export interface GetGroupRequest__Output {
  'tenantId': (string);
  'groupId': (string);
}
