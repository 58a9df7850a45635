// Original file: protos/platform/fga/v1/fga.proto


export interface RiskSignal {
  'signIn'?: (string);
  'user'?: (string);
}

export interface RiskSignal__Output {
  'signIn': (string);
  'user': (string);
}
