import { LoginFlowDefinition, writableFlow } from '@platform/contracts';
import type { LoginFlow } from '@platform/contracts';
import type { FlowBinding } from '@platform/login-flow';
import { LRUCache } from 'lru-cache';
import type { LoginSiblings } from './login-siblings.ts';

/** What a tenant's pages look like. Paths are on the page's own host. */
export interface LoginLook {
  displayName: string;
  logoPath: string | null;
  logoDarkPath: string | null;
  themeMode: 'light' | 'dark' | 'auto';
  layout: 'centered' | 'split_left' | 'split_right';
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
  texts: answer.textsJson === '' ? {} : (JSON.parse(answer.textsJson) as Record<string, string>),
  themePath: answer.themePath,
  passwordMinLength: answer.passwordMinLength,
});

/**
 * Resolves experiences: kept for 30 seconds, then asked for by their etag. While the owner is away the last copy serves
 * for ten minutes.
 */
export function loginExperiences(
  { experience, deadlineMs }: Pick<LoginSiblings, 'experience' | 'deadlineMs'>,
  now: () => number = Date.now,
) {
  const kept = new LRUCache<string, Kept>({ max: 2_000 });

  return async function experienceOf(question: ExperienceQuestion): Promise<LoginExperience> {
    const key = JSON.stringify(question);
    const known = kept.get(key);
    if (known && now() - known.at < freshMs) return known.value;
    const request = { ...question, uiLocales: [...question.uiLocales], knownEtag: known?.etag };
    try {
      const answer = await experience().ResolveLogin(request, { deadlineMs, repeatable: true });
      const value = known && answer.notModified ? known.value : read(answer);
      kept.set(key, { etag: answer.etag, at: now(), value });
      return value;
    } catch (error) {
      if (known && now() - known.at < staleMs) return known.value;
      throw error;
    }
  };
}

/** See {@link loginExperiences}. */
export type ExperienceOf = ReturnType<typeof loginExperiences>;
