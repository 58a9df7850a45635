// Original file: protos/platform/directory/v1/directory.proto


export interface PreviewInvitationRequest {
  'tenantId'?: (string);
  'token'?: (string);
}

export interface PreviewInvitationRequest__Output {
  'tenantId': (string);
  'token': (string);
}
