// Original file: protos/platform/directory/v1/directory.proto


export interface AcceptInvitationRequest {
  'tenantId'?: (string);
  'invitationId'?: (string);
  'userId'?: (string);
  'linkIntentId'?: (string);
}

export interface AcceptInvitationRequest__Output {
  'tenantId': (string);
  'invitationId': (string);
  'userId': (string);
  'linkIntentId': (string);
}
