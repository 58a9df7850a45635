// Original file: protos/platform/compliance/v1/compliance.proto


export interface RecordConsentsResponse {
  'consentsJson'?: (string)[];
}

export interface RecordConsentsResponse__Output {
  'consentsJson': (string)[];
}
