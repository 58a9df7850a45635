import type { Database } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import { effectiveFlow } from '@platform/login-flow';
import type { EffectiveFlow } from '@platform/login-flow';
import type { Browser } from './browser/browser.ts';
import type { InvitationNotice } from './flow/invitation-notice.ts';
import type { ExperienceOf, LoginExperience } from './login-experience.ts';
import type { LoginSiblings } from './login-siblings.ts';
import { personMemory } from './person/person-memory.ts';
import type { PersonMemory } from './person/person-memory.ts';
import type { LoginRequest } from './requests/login-requests.ts';
import { riskOf } from './sign-ins/risk-level.ts';

export interface LoginsOptions {
  db: Pick<Database, 'transact' | 'read' | 'call'>;
  secrets: Pick<SecretBox, 'seal' | 'open' | 'deriveKey'>;
  siblings: LoginSiblings;
  experienceOf: ExperienceOf;
  invitationNotice: InvitationNotice;
  now?: () => number;
}

export interface LoginContext extends Required<LoginsOptions> {
  assessRisk: ReturnType<typeof riskOf>;
  personMemory: PersonMemory;
  /** The key of `decoyRank`. */
  decoyKey: Buffer;
}

export function loginContext(options: LoginsOptions): LoginContext {
  const { now = Date.now } = options;
  const decoyKey = options.secrets.deriveKey('hub decoy passkeys');
  return {
    ...options,
    now,
    assessRisk: riskOf(options.db),
    personMemory: personMemory(now),
    decoyKey,
  };
}

/** The context of writes: the tenant, with the login as the actor. */
export const actorContext = ({ tenant, uid }: LoginRequest) =>
  ({ tenantId: tenant.id, actor: { type: 'system', id: `login ${uid}` } }) as const;

/** Resolves the experience of a login: the current one, or `pinnedVersion` for a login in progress. */
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

/** The flow of an experience, restricted by the application's binding. */
export const effectiveFlowOf = ({
  definition,
  binding,
  entrypoint,
}: LoginExperience): EffectiveFlow => effectiveFlow(definition, { binding, entrypoint });
