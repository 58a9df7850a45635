// Original file: protos/platform/identity/v1/identity.proto


export interface DescribeCredentialsRequest {
  'tenantId'?: (string);
  'userId'?: (string);
  'deviceDigest'?: (string);
  'methodsOnly'?: (boolean);
}

export interface DescribeCredentialsRequest__Output {
  'tenantId': (string);
  'userId': (string);
  'deviceDigest': (string);
  'methodsOnly': (boolean);
}
