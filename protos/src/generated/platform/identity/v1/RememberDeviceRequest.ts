// Original file: protos/platform/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface RememberDeviceRequest {
  'tenantId'?: (string);
  'userId'?: (string);
  'deviceDigest'?: (string);
  'formerDigest'?: (string);
  'loginId'?: (string);
  'userAgent'?: (string);
  'trustedSeconds'?: (number | string | Long);
}

export interface RememberDeviceRequest__Output {
  'tenantId': (string);
  'userId': (string);
  'deviceDigest': (string);
  'formerDigest': (string);
  'loginId': (string);
  'userAgent': (string);
  'trustedSeconds': (number);
}
