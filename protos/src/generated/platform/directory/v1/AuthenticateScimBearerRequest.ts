// Original file: protos/platform/directory/v1/directory.proto


export interface AuthenticateScimBearerRequest {
  'directoryId'?: (string);
  'lookup'?: (string);
  'tokenSha256'?: (Buffer | Uint8Array | string);
}

export interface AuthenticateScimBearerRequest__Output {
  'directoryId': (string);
  'lookup': (string);
  'tokenSha256': (Buffer);
}
