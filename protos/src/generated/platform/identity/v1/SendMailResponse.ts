// Original file: protos/platform/identity/v1/identity.proto


export interface SendMailResponse {
  'emailId'?: (string);
  'state'?: (string);
}

export interface SendMailResponse__Output {
  'emailId': (string);
  'state': (string);
}
