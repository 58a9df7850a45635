// Original file: protos/platform/overview/v1/overview.proto


export interface SearchHit {
  'type'?: (string);
  'id'?: (string);
  'name'?: (string);
  'detail'?: (string);
  'organizationId'?: (string);
}

export interface SearchHit__Output {
  'type': (string);
  'id': (string);
  'name': (string);
  'detail': (string);
  'organizationId': (string);
}
