// Original file: protos/platform/identity/v1/identity.proto


export interface DescribeCredentialsRequest {
  'tenantId'?: (string);
  'userId'?: (string);
  'deviceDigest'?: (string);
}

export interface DescribeCredentialsRequest__Output {
  'tenantId': (string);
  'userId': (string);
  'deviceDigest': (string);
}
