// Original file: protos/platform/hub/v1/hub.proto


export interface Tenant {
  'id'?: (string);
  'slug'?: (string);
  'name'?: (string);
  'mode'?: (string);
  'state'?: (string);
  'issuer'?: (string);
  'isDefault'?: (boolean);
  'parentTenantId'?: (string);
  'contactEmail'?: (string);
  'region'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  'deletedAt'?: (string);
}

export interface Tenant__Output {
  'id': (string);
  'slug': (string);
  'name': (string);
  'mode': (string);
  'state': (string);
  'issuer': (string);
  'isDefault': (boolean);
  'parentTenantId': (string);
  'contactEmail': (string);
  'region': (string);
  'createdAt': (string);
  'updatedAt': (string);
  'deletedAt': (string);
}
