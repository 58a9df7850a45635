// Original file: protos/platform/hub/v1/hub.proto


export interface CreateTenantRequest {
  'requestId'?: (string);
  'slug'?: (string);
  'name'?: (string);
  'mode'?: (string);
  'parentTenantId'?: (string);
  'contactEmail'?: (string);
  'region'?: (string);
  'adminClient'?: (boolean);
}

export interface CreateTenantRequest__Output {
  'requestId': (string);
  'slug': (string);
  'name': (string);
  'mode': (string);
  'parentTenantId': (string);
  'contactEmail': (string);
  'region': (string);
  'adminClient': (boolean);
}
