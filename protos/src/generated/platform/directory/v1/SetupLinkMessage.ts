// Original file: protos/platform/directory/v1/directory.proto


export interface SetupLinkMessage {
  'linkId'?: (string);
  'organizationId'?: (string);
  'intents'?: (string)[];
}

export interface SetupLinkMessage__Output {
  'linkId': (string);
  'organizationId': (string);
  'intents': (string)[];
}
