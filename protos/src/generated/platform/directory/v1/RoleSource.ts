// Original file: protos/platform/directory/v1/directory.proto


export interface RoleSource {
  'role'?: (string);
  'organizationId'?: (string);
  'directoryId'?: (string);
  'groupId'?: (string);
  'mappingId'?: (string);
}

export interface RoleSource__Output {
  'role': (string);
  'organizationId': (string);
  'directoryId': (string);
  'groupId': (string);
  'mappingId': (string);
}
