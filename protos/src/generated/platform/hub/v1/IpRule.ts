// Original file: protos/platform/hub/v1/hub.proto


export interface IpRule {
  'id'?: (string);
  'action'?: (string);
  'cidr'?: (string);
  'expiresAt'?: (string);
}

export interface IpRule__Output {
  'id': (string);
  'action': (string);
  'cidr': (string);
  'expiresAt': (string);
}
