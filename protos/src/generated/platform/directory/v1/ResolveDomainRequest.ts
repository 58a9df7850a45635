// Original file: protos/platform/directory/v1/directory.proto


export interface ResolveDomainRequest {
  'tenantId'?: (string);
  'emailOrDomain'?: (string);
}

export interface ResolveDomainRequest__Output {
  'tenantId': (string);
  'emailOrDomain': (string);
}
