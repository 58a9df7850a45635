// Original file: protos/platform/overview/v1/overview.proto


export interface SearchRequest {
  'tenantId'?: (string);
  'scopes'?: (string)[];
  'query'?: (string);
  'types'?: (string)[];
  'limit'?: (number);
}

export interface SearchRequest__Output {
  'tenantId': (string);
  'scopes': (string)[];
  'query': (string);
  'types': (string)[];
  'limit': (number);
}
