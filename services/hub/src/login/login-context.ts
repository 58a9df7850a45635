import type { Database } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import { effectiveFlow } from '@platform/login-flow';
import type { EffectiveFlow } from '@platform/login-flow';
import type { InvitationNotice } from './flow/invitation-notice.ts';
import type { ExperienceOf, LoginExperience } from './login-experience.ts';
import type { Browser } from './browser/browser.ts';
import type { LoginRequest } from './requests/login-requests.ts';
import type { LoginSiblings } from './login-siblings.ts';
import { personMemory } from './person/person-memory.ts';
import type { PersonMemory } from './person/person-memory.ts';
import { riskOf } from './sign-ins/risk-level.ts';

/** What `logins` needs. */
export interface LoginsOptions {
  db: Pick<Database, 'transact' | 'read' | 'call'>;
  secrets: Pick<SecretBox, 'seal' | 'open' | 'deriveKey'>;
  siblings: LoginSiblings;
  experienceOf: ExperienceOf;
  invitationNotice: InvitationNotice;
  now?: () => number;
}

/** What every move of a login works with. */
export interface LoginContext extends Required<LoginsOptions> {
  assessRisk: ReturnType<typeof riskOf>;
  seen: PersonMemory;
  /** Of {@link decoyRank}. */
  decoyKey: Buffer;
}

export function loginContext(options: LoginsOptions): LoginContext {
  const { now = Date.now } = options;
  const decoyKey = options.secrets.deriveKey('hub decoy passkeys');
  return { ...options, now, assessRisk: riskOf(options.db), seen: personMemory(now), decoyKey };
}

/** The tenant of a login, and the login as the actor of what it writes. */
export const actingOf = ({ tenant, uid }: LoginRequest) =>
  ({ tenantId: tenant.id, actor: { type: 'system', id: `login ${uid}` } }) as const;

/** The experience of a login: as it is now, or as it was when the login began. */
export const experienceFor = (
  { experienceOf }: LoginContext,
  request: LoginRequest,
  browser: Browser,
  pinnedVersion?: number,
): Promise<LoginExperience> =>
  experienceOf({
    tenantId: request.tenant.id,
    clientId: request.client.id,
    host: new URL(browser.origin).host,
    uiLocales: request.uiLocales,
    acceptLanguage: browser.acceptLanguage,
    pinnedVersion,
  });

/** The flow that an experience has for its application. */
export const effectiveFlowOf = ({
  definition,
  binding,
  entrypoint,
}: LoginExperience): EffectiveFlow => effectiveFlow(definition, { binding, entrypoint });
