import type { Database } from '@platform/kit/database';
import { readsFact } from '@platform/login-flow';
import { recentFailures } from './failed-sign-ins.ts';
import type { RiskLevel } from '../flow/login-facts.ts';
import type { Login } from '../steps/login-step.ts';

/** What speaks against a sign-in being the person's own. */
export interface RiskSigns {
  /** The person has signed in with this browser before. */
  isDeviceKnown: boolean;
  /** Failed sign-ins of the person in the last minutes. */
  ofPerson: number;
  /** Failed sign-ins of anybody in the tenant from the address. */
  fromAddress: number;
}

/** A few wrong passwords are typing errors in a browser of the person's own, and guesses in a new one. */
export function riskLevel({ isDeviceKnown, ofPerson, fromAddress }: RiskSigns): RiskLevel {
  if (ofPerson >= 10 || fromAddress >= 50 || (!isDeviceKnown && ofPerson >= 3)) return 'high';
  if (!isDeviceKnown || ofPerson >= 3 || fromAddress >= 10) return 'medium';
  return 'low';
}

/** Assesses a login where its flow asks for that; undefined elsewhere. */
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
