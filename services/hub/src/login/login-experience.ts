import { LoginFlowDefinition, writableFlow } from '@platform/contracts';
import type { LoginFlow } from '@platform/contracts';
import type { FlowBinding } from '@platform/login-flow';
import type { Bus } from '@platform/kit/bus';
import { LRUCache } from 'lru-cache';
import type { LoginSiblings } from './login-siblings.ts';

/** The branding of a tenant's pages. Paths are relative to the host of the page. */
export interface LoginBranding {
  displayName: string;
  logoPath: string | null;
  logoDarkPath: string | null;
  iconPath?: string | null;
  backgroundImagePath?: string | null;
  themeMode: 'light' | 'dark' | 'auto';
  layout: 'centered' | 'split_left' | 'split_right';
  /** The footer names the platform. */
  showPoweredBy?: boolean;
  links: { privacyPolicyUrl?: string; termsUrl?: string; helpUrl?: string };
}

/** The flow of a login, and the branding, texts and languages of its pages. */
export interface LoginExperience {
  version: number;
  activationSequence: number;
  minimumActivationSequence: number;
  entrypoint: string;
  definition: LoginFlow;
  binding: FlowBinding | null;
  branding: LoginBranding;
  connectors: { provider: string; name: string; icon: string }[];
  locale: string;
  /** Languages that the tenant supports. */
  locales: readonly string[];
  texts: Record<string, string>;
  themePath: string;
  /** Minimum length of a new password, in characters. */
  passwordMinLength: number;
}

export interface ExperienceQuery {
  tenantId: string;
  clientId: string;
  host: string;
  /** The organization whose branding applies, if known. */
  organizationId?: string;
  uiLocales: readonly string[];
  acceptLanguage: string;
  /** The version that a login in progress began with. */
  pinnedVersion?: number;
}

interface CachedExperience {
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
  branding: JSON.parse(answer.brandingJson) as LoginBranding,
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
 * Resolves experiences. A copy is used for 30 seconds or until the tenant changes its experience, then revalidated by its ETag.
 * While the identity service is unavailable, the last copy is used for up to ten minutes.
 */
export function loginExperiences(
  { experience, deadlineMs }: Pick<LoginSiblings, 'experience' | 'deadlineMs'>,
  bus: Pick<Bus, 'follow'>,
  now: () => number = Date.now,
) {
  const cache = new LRUCache<string, CachedExperience>({ max: 2_000 });
  /** When each tenant last changed its experience or flows. */
  const changed = new LRUCache<string, number>({ max: 10_000 });
  bus.follow(['login_experience.*', 'login_flow.*'], async ({ tenantId }) => {
    changed.set(tenantId, now());
  });
  const isFresh = ({ at }: CachedExperience, tenantId: string): boolean =>
    now() - at < freshMs && at > (changed.get(tenantId) ?? 0);

  return async function experienceOf(query: ExperienceQuery): Promise<LoginExperience> {
    const key = JSON.stringify(query);
    const cached = cache.get(key);
    if (cached && isFresh(cached, query.tenantId)) return cached.value;
    const at = now();
    const request = { ...query, uiLocales: [...query.uiLocales], knownEtag: cached?.etag };
    try {
      const answer = await experience().ResolveLogin(request, { deadlineMs, repeatable: true });
      const value = cached && answer.notModified ? cached.value : read(answer);
      cache.set(key, { etag: answer.etag, at, value });
      return value;
    } catch (error) {
      if (cached && now() - cached.at < staleMs) return cached.value;
      throw error;
    }
  };
}

export type ExperienceOf = ReturnType<typeof loginExperiences>;
