// Original file: protos/platform/directory/v1/directory.proto


export interface PatchProfileRequest {
  'tenantId'?: (string);
  'userId'?: (string);
  'mergePatchJson'?: (string);
  'emailVerified'?: (boolean);
  'phoneVerified'?: (boolean);
  'loginId'?: (string);
  '_emailVerified'?: "emailVerified";
  '_phoneVerified'?: "phoneVerified";
}

export interface PatchProfileRequest__Output {
  'tenantId': (string);
  'userId': (string);
  'mergePatchJson': (string);
  'emailVerified'?: (boolean);
  'phoneVerified'?: (boolean);
  'loginId': (string);
  '_emailVerified'?: "emailVerified";
  '_phoneVerified'?: "phoneVerified";
}
