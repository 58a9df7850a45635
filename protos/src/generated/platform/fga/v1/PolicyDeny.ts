// Original file: protos/platform/fga/v1/fga.proto


export interface PolicyDeny {
  'reason'?: (string);
  'messages'?: ({[key: string]: string});
  'policyId'?: (string);
}

export interface PolicyDeny__Output {
  'reason': (string);
  'messages': ({[key: string]: string});
  'policyId': (string);
}
