import { loginFlowErrors } from '@platform/contracts/login-flow';
import type { LoginFlowProblem } from '@platform/contracts';

/** A problem with the severity of its code. */
export const flowProblem = (
  code: LoginFlowProblem['code'],
  pointer: string,
  detail: string,
): LoginFlowProblem => ({
  severity: (loginFlowErrors as readonly string[]).includes(code) ? 'error' : 'warning',
  code,
  pointer,
  detail,
});
