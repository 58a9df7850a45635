// Original file: protos/platform/fga/v1/fga.proto


export interface WriteTuplesResponse {
  'written'?: (number);
  'deleted'?: (number);
  'skipped'?: (number);
  'consistencyToken'?: (string);
}

export interface WriteTuplesResponse__Output {
  'written': (number);
  'deleted': (number);
  'skipped': (number);
  'consistencyToken': (string);
}
