// Original file: protos/platform/identity/v1/identity.proto


export interface ResolveHostRequest {
  'host'?: (string);
}

export interface ResolveHostRequest__Output {
  'host': (string);
}
