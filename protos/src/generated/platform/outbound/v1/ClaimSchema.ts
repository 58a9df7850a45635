// Original file: protos/platform/outbound/v1/outbound.proto

import type { Long } from '@grpc/proto-loader';

export interface ClaimSchema {
  'claimName'?: (string);
  'jsonSchema'?: (string);
  'sourceKind'?: (string);
  'sourceJson'?: (string);
  'clientIds'?: (string)[];
  'scopes'?: (string)[];
  'tokens'?: (string)[];
  'required'?: (boolean);
  'defaultJson'?: (string);
  'revision'?: (number | string | Long);
  'resources'?: (string)[];
}

export interface ClaimSchema__Output {
  'claimName': (string);
  'jsonSchema': (string);
  'sourceKind': (string);
  'sourceJson': (string);
  'clientIds': (string)[];
  'scopes': (string)[];
  'tokens': (string)[];
  'required': (boolean);
  'defaultJson': (string);
  'revision': (number);
  'resources': (string)[];
}
