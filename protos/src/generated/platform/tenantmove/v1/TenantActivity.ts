// Original file: protos/platform/tenantmove/v1/tenantmove.proto


export interface TenantActivity {
  'pending'?: (string)[];
  'position'?: (string);
}

export interface TenantActivity__Output {
  'pending': (string)[];
  'position': (string);
}
