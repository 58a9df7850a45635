// Original file: protos/platform/fga/v1/fga.proto


export interface ListObjectsResponse {
  'objects'?: (string)[];
  'truncated'?: (boolean);
  'truncatedBy'?: (string)[];
  'consistencyToken'?: (string);
}

export interface ListObjectsResponse__Output {
  'objects': (string)[];
  'truncated': (boolean);
  'truncatedBy': (string)[];
  'consistencyToken': (string);
}
