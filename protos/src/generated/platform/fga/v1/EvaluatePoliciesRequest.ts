// Original file: protos/platform/fga/v1/fga.proto

import type { PrincipalRef as _platform_fga_v1_PrincipalRef, PrincipalRef__Output as _platform_fga_v1_PrincipalRef__Output } from '../../../platform/fga/v1/PrincipalRef.ts';
import type { DeviceSignal as _platform_fga_v1_DeviceSignal, DeviceSignal__Output as _platform_fga_v1_DeviceSignal__Output } from '../../../platform/fga/v1/DeviceSignal.ts';
import type { RiskSignal as _platform_fga_v1_RiskSignal, RiskSignal__Output as _platform_fga_v1_RiskSignal__Output } from '../../../platform/fga/v1/RiskSignal.ts';
import type { Long } from '@grpc/proto-loader';

export interface EvaluatePoliciesRequest {
  'tenantId'?: (string);
  'clientId'?: (string);
  'userId'?: (string);
  'principal'?: (_platform_fga_v1_PrincipalRef | null);
  'phase'?: (string);
  'organizationId'?: (string);
  'grantType'?: (string);
  'scopes'?: (string)[];
  'ip'?: (string);
  'country'?: (string);
  'userAgent'?: (string);
  'device'?: (_platform_fga_v1_DeviceSignal | null);
  'risk'?: (_platform_fga_v1_RiskSignal | null);
  'acr'?: (string);
  'acrSatisfied'?: (string)[];
  'amr'?: (string)[];
  'authTime'?: (number | string | Long);
  'acceptedDocTypes'?: (string)[];
  'passwordChanged'?: (boolean);
  'resources'?: (string)[];
  'detailTypes'?: (string)[];
}

export interface EvaluatePoliciesRequest__Output {
  'tenantId': (string);
  'clientId': (string);
  'userId': (string);
  'principal': (_platform_fga_v1_PrincipalRef__Output | null);
  'phase': (string);
  'organizationId': (string);
  'grantType': (string);
  'scopes': (string)[];
  'ip': (string);
  'country': (string);
  'userAgent': (string);
  'device': (_platform_fga_v1_DeviceSignal__Output | null);
  'risk': (_platform_fga_v1_RiskSignal__Output | null);
  'acr': (string);
  'acrSatisfied': (string)[];
  'amr': (string)[];
  'authTime': (number);
  'acceptedDocTypes': (string)[];
  'passwordChanged': (boolean);
  'resources': (string)[];
  'detailTypes': (string)[];
}
