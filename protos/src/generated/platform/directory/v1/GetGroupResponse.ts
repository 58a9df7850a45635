// Original file: protos/platform/directory/v1/directory.proto


export interface GetGroupResponse {
  'directoryId'?: (string);
  'organizationId'?: (string);
  'displayName'?: (string);
}

export interface GetGroupResponse__Output {
  'directoryId': (string);
  'organizationId': (string);
  'displayName': (string);
}
