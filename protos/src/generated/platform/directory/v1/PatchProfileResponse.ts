// Original file: protos/platform/directory/v1/directory.proto


export interface PatchProfileResponse {
  'userJson'?: (string);
}

export interface PatchProfileResponse__Output {
  'userJson': (string);
}
