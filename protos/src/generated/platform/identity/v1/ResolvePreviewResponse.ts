// Original file: protos/platform/identity/v1/identity.proto


export interface ResolvePreviewResponse {
  'contentJson'?: (string);
}

export interface ResolvePreviewResponse__Output {
  'contentJson': (string);
}
