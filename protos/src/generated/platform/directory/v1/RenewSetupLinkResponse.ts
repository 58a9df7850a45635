// Original file: protos/platform/directory/v1/directory.proto


export interface RenewSetupLinkResponse {
  'recipientMasked'?: (string);
}

export interface RenewSetupLinkResponse__Output {
  'recipientMasked': (string);
}
