// Original file: protos/platform/fga/v1/fga.proto

import type { Long } from '@grpc/proto-loader';

export interface PolicySession {
  'maxAccessTokenSeconds'?: (number | string | Long);
  'maxSessionSeconds'?: (number | string | Long);
  'refreshToken'?: (string);
  'senderConstrained'?: (string);
}

export interface PolicySession__Output {
  'maxAccessTokenSeconds': (number);
  'maxSessionSeconds': (number);
  'refreshToken': (string);
  'senderConstrained': (string);
}
