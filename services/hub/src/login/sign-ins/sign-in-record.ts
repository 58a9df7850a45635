import { isIP } from 'node:net';
import { isFirstTime } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { assuranceChange, satisfiedBy } from '../../sessions/assurance.ts';
import { publishSessionEvent } from '../../sessions/session-events.ts';
import type { SignInSession } from '../../sessions/sign-in-session.ts';
import { deniedBecause } from '../../tokens/access-policy-check.ts';
import type { Decision, EvaluatePolicies } from '../../tokens/access-policy-check.ts';
import type { FinishedLogin } from '../requests/finished-login.ts';

export interface SignInRecordOptions {
  db: Pick<Database, 'transact'>;
  evaluatePolicies: EvaluatePolicies;
}

export interface EndedLogin {
  tenantId: string;
  loginId: string;
  clientId: string;
  scopes: string[];
  resources: string[];
  /** Types of the authorization details of the request. */
  detailTypes: string[];
  /** The session before the sign-in. */
  session: SignInSession | undefined;
  login: FinishedLogin;
  browser: { host: string | undefined; ip: string; userAgent: string };
}

const outcomes = {
  allow: 'allow',
  deny: 'deny',
  stepUp: 'step_up',
  require: 'require',
} as const;

const policyFields = (decision: Decision | undefined) =>
  decision?.outcome && {
    accessPolicies: {
      outcome: outcomes[decision.outcome],
      applied: decision.applied,
      reportOnly: decision.reportOnly,
    },
  };

/**
 * Publishes `user.signed_in`, or `user.sign_in_failed` if an access policy of the application denies the sign-in. Returns the
 * reason of a denial as an error description for the application.
 */
export function signInRecord({ db, evaluatePolicies }: SignInRecordOptions) {
  const decide = ({
    tenantId,
    clientId,
    scopes,
    resources,
    detailTypes,
    login,
    browser,
  }: EndedLogin) =>
    evaluatePolicies({
      tenantId,
      clientId,
      userId: login.userId,
      phase: 'authorize',
      grantType: 'authorization_code',
      scopes,
      resources,
      detailTypes,
      organizationId: login.organizationId,
      acr: login.acr,
      acrSatisfied: login.satisfiedAcr ?? satisfiedBy(login.acr),
      amr: login.amr,
      authTime: login.authTime,
      acceptedDocTypes: login.acceptedDocTypes,
      passwordChanged: login.passwordChanged,
      ip: isIP(browser.ip) ? browser.ip : '',
      userAgent: browser.userAgent.slice(0, 512),
      // The policies are evaluated again before anything is issued, which also handles an outage.
    }).catch(() => undefined);

  return async (ended: EndedLogin): Promise<string | undefined> => {
    const { tenantId, loginId, clientId, session, login, browser } = ended;
    const { userId, organizationId, acr, amr, factors } = login;
    const decision = await decide(ended);
    const denied = decision?.outcome === 'deny' ? deniedBecause(decision) : undefined;
    const { ip, userAgent } = browser;
    const common = { userId, clientId, organizationId, ip, userAgent };
    const before = session?.accountId === userId ? session : undefined;
    const direction = before && denied === undefined ? assuranceChange(before.acr, acr) : undefined;
    const type = denied === undefined ? 'user.signed_in' : 'user.sign_in_failed';
    await db.transact({ tenantId, actor: { type: 'user', id: userId } }, async (tx) => {
      // Reloading the last page, or retrying after a failure, ends the same login again.
      if (!(await isFirstTime(tx, type, loginId))) return;
      await publishSessionEvent(tx, {
        type,
        ...common,
        more: {
          loginId,
          userId,
          organizationId: organizationId ?? null,
          host: browser.host,
          method: factors[0]?.method ?? null,
          methods: factors.map(({ method }) => method),
          connector: null,
          acr,
          amr,
          ...login.event,
          ...(denied !== undefined && { reason: 'policy_denied' }),
          ...policyFields(decision),
        },
      });
      if (before && direction)
        await publishSessionEvent(tx, {
          type: 'user.assurance_changed',
          ...common,
          sessionId: before.uid,
          more: { previousAcr: before.acr ?? null, acr, amr, direction },
        });
    });
    return denied;
  };
}
