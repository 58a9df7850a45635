// Original file: protos/platform/directory/v1/directory.proto


export interface GetConnectionRequest {
  'tenantId'?: (string);
  'directoryId'?: (string);
  'testedForOrganizationId'?: (string);
}

export interface GetConnectionRequest__Output {
  'tenantId': (string);
  'directoryId': (string);
  'testedForOrganizationId': (string);
}
