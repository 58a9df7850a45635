import { LoginFlowDefinition, writableFlow } from '@platform/contracts';
import type { LoginFlow } from '@platform/contracts';
import type { FlowBinding } from '@platform/login-flow';
import type { Bus } from '@platform/kit/bus';
import { LRUCache } from 'lru-cache';
import type { LoginSiblings } from './login-siblings.ts';

/** What a tenant's pages look like. Paths are on the page's own host. */
export interface LoginLook {
  displayName: string;
  logoPath: string | null;
  logoDarkPath: string | null;
  iconPath?: string | null;
  backgroundImagePath?: string | null;
  themeMode: 'light' | 'dark' | 'auto';
  layout: 'centered' | 'split_left' | 'split_right';
  /** Names the platform in the footer. */
  showPoweredBy?: boolean;
  links: { privacyPolicyUrl?: string; termsUrl?: string; helpUrl?: string };
}

/** A flow and its look, as a login runs and shows it. */
export interface LoginExperience {
  version: number;
  activationSequence: number;
  minimumActivationSequence: number;
  entrypoint: string;
  definition: LoginFlow;
  binding: FlowBinding | null;
  look: LoginLook;
  connectors: { provider: string; name: string; icon: string }[];
  locale: string;
  /** Languages that the tenant supports. */
  locales: readonly string[];
  texts: Record<string, string>;
  themePath: string;
  /** Fewest characters of a new password. */
  passwordMinLength: number;
}

/** Which experience is asked for. */
export interface ExperienceQuestion {
  tenantId: string;
  clientId: string;
  host: string;
  /** Whose look is shown, where it is known. */
  organizationId?: string;
  uiLocales: readonly string[];
  acceptLanguage: string;
  /** The version that a login in progress began with. */
  pinnedVersion?: number;
}

interface Kept {
  etag: string;
  at: number;
  value: LoginExperience;
}

const freshMs = 30_000;
const staleMs = 600_000;

type Resolved = Awaited<ReturnType<ReturnType<LoginSiblings['experience']>['ResolveLogin']>>;

const read = (answer: Resolved): LoginExperience => ({
  version: answer.version,
  activationSequence: answer.activationSequence,
  minimumActivationSequence: answer.minimumActivationSequence,
  entrypoint: answer.entrypoint,
  definition: writableFlow(LoginFlowDefinition.parse(JSON.parse(answer.definitionJson))),
  binding: answer.bindingJson === '' ? null : (JSON.parse(answer.bindingJson) as FlowBinding),
  look: JSON.parse(answer.brandingJson) as LoginLook,
  connectors: answer.connectors.map(({ provider, displayName, iconUrl }) => ({
    provider,
    name: displayName,
    icon: iconUrl,
  })),
  locale: answer.locale,
  locales: answer.supportedLocales,
  texts: answer.textsJson === '' ? {} : (JSON.parse(answer.textsJson) as Record<string, string>),
  themePath: answer.themePath,
  passwordMinLength: answer.passwordMinLength,
});

/**
 * Resolves experiences: kept for 30 seconds or until the tenant changes them, then asked for by their etag. While the owner is away the last copy serves
 * for ten minutes.
 */
export function loginExperiences(
  { experience, deadlineMs }: Pick<LoginSiblings, 'experience' | 'deadlineMs'>,
  bus: Pick<Bus, 'follow'>,
  now: () => number = Date.now,
) {
  const kept = new LRUCache<string, Kept>({ max: 2_000 });
  /** When tenants last changed what they show. */
  const changed = new LRUCache<string, number>({ max: 10_000 });
  bus.follow(['login_experience.*', 'login_flow.*'], async ({ tenantId }) => {
    changed.set(tenantId, now());
  });
  const isFresh = ({ at }: Kept, tenantId: string): boolean =>
    now() - at < freshMs && at > (changed.get(tenantId) ?? 0);

  return async function experienceOf(question: ExperienceQuestion): Promise<LoginExperience> {
    const key = JSON.stringify(question);
    const known = kept.get(key);
    if (known && isFresh(known, question.tenantId)) return known.value;
    const at = now();
    const request = { ...question, uiLocales: [...question.uiLocales], knownEtag: known?.etag };
    try {
      const answer = await experience().ResolveLogin(request, { deadlineMs, repeatable: true });
      const value = known && answer.notModified ? known.value : read(answer);
      kept.set(key, { etag: answer.etag, at, value });
      return value;
    } catch (error) {
      if (known && now() - known.at < staleMs) return known.value;
      throw error;
    }
  };
}

/** See {@link loginExperiences}. */
export type ExperienceOf = ReturnType<typeof loginExperiences>;
