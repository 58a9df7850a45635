// Original file: protos/platform/identity/v1/identity.proto


export interface GetAssetResponse {
  'contentType'?: (string);
  'content'?: (Buffer | Uint8Array | string);
}

export interface GetAssetResponse__Output {
  'contentType': (string);
  'content': (Buffer);
}
