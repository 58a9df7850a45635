// Original file: protos/platform/tenantmove/v1/tenantmove.proto


export interface CheckArchiveRequest {
  'tenantId'?: (string);
  'transferKey'?: (string);
  'head'?: (string);
}

export interface CheckArchiveRequest__Output {
  'tenantId': (string);
  'transferKey': (string);
  'head': (string);
}
