// Original file: protos/platform/identity/v1/identity.proto


export interface ResolveHostResponse {
  'tenantId'?: (string);
  'domain'?: (string);
  'passkeyRpId'?: (string);
}

export interface ResolveHostResponse__Output {
  'tenantId': (string);
  'domain': (string);
  'passkeyRpId': (string);
}
