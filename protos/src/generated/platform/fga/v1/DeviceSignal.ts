// Original file: protos/platform/fga/v1/fga.proto


export interface DeviceSignal {
  'platform'?: (string);
  'managed'?: (boolean);
  'compliant'?: (boolean);
  'known'?: (boolean);
  '_managed'?: "managed";
  '_compliant'?: "compliant";
  '_known'?: "known";
}

export interface DeviceSignal__Output {
  'platform': (string);
  'managed'?: (boolean);
  'compliant'?: (boolean);
  'known'?: (boolean);
  '_managed'?: "managed";
  '_compliant'?: "compliant";
  '_known'?: "known";
}
