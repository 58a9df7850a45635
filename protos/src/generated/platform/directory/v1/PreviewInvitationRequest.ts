// Original file: protos/platform/directory/v1/directory.proto


export interface PreviewInvitationRequest {
  'tenantId'?: (string);
  'token'?: (string);
  'invitationId'?: (string);
  'by'?: "token"|"invitationId";
}

export interface PreviewInvitationRequest__Output {
  'tenantId': (string);
  'token'?: (string);
  'invitationId'?: (string);
  'by'?: "token"|"invitationId";
}
