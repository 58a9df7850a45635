// Original file: protos/platform/fga/v1/fga.proto

import type { PolicyAllow as _platform_fga_v1_PolicyAllow, PolicyAllow__Output as _platform_fga_v1_PolicyAllow__Output } from '../../../platform/fga/v1/PolicyAllow.ts';
import type { PolicyDeny as _platform_fga_v1_PolicyDeny, PolicyDeny__Output as _platform_fga_v1_PolicyDeny__Output } from '../../../platform/fga/v1/PolicyDeny.ts';
import type { PolicyStepUp as _platform_fga_v1_PolicyStepUp, PolicyStepUp__Output as _platform_fga_v1_PolicyStepUp__Output } from '../../../platform/fga/v1/PolicyStepUp.ts';
import type { PolicyRequire as _platform_fga_v1_PolicyRequire, PolicyRequire__Output as _platform_fga_v1_PolicyRequire__Output } from '../../../platform/fga/v1/PolicyRequire.ts';
import type { PolicySession as _platform_fga_v1_PolicySession, PolicySession__Output as _platform_fga_v1_PolicySession__Output } from '../../../platform/fga/v1/PolicySession.ts';

export interface EvaluatePoliciesResponse {
  'allow'?: (_platform_fga_v1_PolicyAllow | null);
  'deny'?: (_platform_fga_v1_PolicyDeny | null);
  'stepUp'?: (_platform_fga_v1_PolicyStepUp | null);
  'require'?: (_platform_fga_v1_PolicyRequire | null);
  'session'?: (_platform_fga_v1_PolicySession | null);
  'applied'?: (string)[];
  'reportOnly'?: (string)[];
  'outcome'?: "allow"|"deny"|"stepUp"|"require";
}

export interface EvaluatePoliciesResponse__Output {
  'allow'?: (_platform_fga_v1_PolicyAllow__Output | null);
  'deny'?: (_platform_fga_v1_PolicyDeny__Output | null);
  'stepUp'?: (_platform_fga_v1_PolicyStepUp__Output | null);
  'require'?: (_platform_fga_v1_PolicyRequire__Output | null);
  'session': (_platform_fga_v1_PolicySession__Output | null);
  'applied': (string)[];
  'reportOnly': (string)[];
  'outcome'?: "allow"|"deny"|"stepUp"|"require";
}
