import type { Database } from '@platform/kit/database';
import { readsFact } from '@platform/login-flow';
import type { RiskLevel } from '../flow/login-facts.ts';
import type { Login } from '../steps/login-step.ts';
import { recentFailures } from './failed-sign-ins.ts';

/** Signs that a sign-in may not be the user's own. */
export interface RiskSigns {
  /** The user has signed in with this browser before. */
  isDeviceKnown: boolean;
  /** Recent failed sign-ins of the user. */
  ofPerson: number;
  /** Recent failed sign-ins of any user of the tenant from the address. */
  fromAddress: number;
}

/** A few wrong passwords are typing errors in a known browser, but may be guesses in a new one. */
export function riskLevel({ isDeviceKnown, ofPerson, fromAddress }: RiskSigns): RiskLevel {
  if (ofPerson >= 10 || fromAddress >= 50 || (!isDeviceKnown && ofPerson >= 3)) return 'high';
  if (!isDeviceKnown || ofPerson >= 3 || fromAddress >= 10) return 'medium';
  return 'low';
}

/** Assesses the risk of a login. Undefined if its flow does not use `risk.level`. */
export const riskOf =
  (db: Pick<Database, 'read'>) =>
  async (
    login: Pick<Login, 'request' | 'browser' | 'progress' | 'person' | 'flow'>,
  ): Promise<RiskLevel | undefined> => {
    const { request, flow, person } = login;
    if (!readsFact(flow.definition, 'risk.level')) return undefined;
    const actor = { type: 'system', id: `login ${request.uid}` } as const;
    const context = { tenantId: request.tenant.id, actor };
    const failures = await db.read(context, (tx) => recentFailures(tx, login));
    return riskLevel({ isDeviceKnown: person?.deviceKnown === true, ...failures });
  };
