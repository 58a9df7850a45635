// Original file: protos/platform/identity/v1/identity.proto


export interface ReportSignInResponse {
  'outcome'?: (string);
  'userId'?: (string);
}

export interface ReportSignInResponse__Output {
  'outcome': (string);
  'userId': (string);
}
