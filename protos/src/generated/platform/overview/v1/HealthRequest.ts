// Original file: protos/platform/overview/v1/overview.proto


export interface HealthRequest {
  'tenantId'?: (string);
  'scopes'?: (string)[];
}

export interface HealthRequest__Output {
  'tenantId': (string);
  'scopes': (string)[];
}
