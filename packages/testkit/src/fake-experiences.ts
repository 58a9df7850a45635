import { serveSomeRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/** The login experience of a client. */
export interface TestExperience {
  definition: object;
  look?: object;
  connectors?: { provider: string; displayName: string; iconUrl: string }[];
  /** The client's flow binding. */
  binding?: object;
  version?: number;
  locale?: string;
  /** Default: English only. */
  supportedLocales?: string[];
  /** Page texts of the tenant. */
  texts?: Record<string, string>;
  themePath?: string;
}

/** A file of a tenant. */
export interface TestAsset {
  contentType: string;
  content: Buffer;
}

/** A login domain of a tenant. */
export interface TestLoginDomain {
  tenantId: string;
  passkeyRpId: string;
}

/** The fake's experiences, domains and assets. */
export interface ExperienceState {
  /**
   * By client; an earlier version by `client@version`, the branding of an organization by
   * `client/id`; the empty name is the default for all others.
   */
  readonly experiences: Map<string, TestExperience>;
  /** By host. */
  readonly domains: Map<string, TestLoginDomain>;
  /** By tenant and digest, separated by a space. */
  readonly assets: Map<string, TestAsset>;
}

const brandingOf = ({ look }: TestExperience): object => ({
  displayName: 'Acme',
  logoPath: null,
  logoDarkPath: null,
  themeMode: 'auto',
  layout: 'centered',
  links: {
    privacyPolicyUrl: 'https://example.com/privacy',
    termsUrl: 'https://example.com/terms',
  },
  ...look,
});

const resolved = (experience: TestExperience, wantedLocale: string | undefined) => ({
  etag: JSON.stringify(experience).length.toString(36),
  version: experience.version ?? 1,
  activationSequence: 1,
  entrypoint: 'default',
  definitionJson: JSON.stringify(experience.definition),
  bindingJson: experience.binding ? JSON.stringify(experience.binding) : '',
  brandingJson: JSON.stringify(brandingOf(experience)),
  connectors: experience.connectors ?? [],
  locale: experience.locale ?? wantedLocale ?? 'en',
  supportedLocales: experience.supportedLocales ?? ['en'],
  textsJson: JSON.stringify(experience.texts ?? {}),
  themePath: experience.themePath ?? '',
  passwordMinLength: 8,
});

function found<V>(value: V | undefined): V {
  if (!value) throw problem('not_found');
  return value;
}

/** Serves the experiences in the fake's state. */
export const serveExperiences = (
  { experiences, domains, assets }: ExperienceState,
  check: () => void,
): RpcMount =>
  serveSomeRpc(
    'platform.identity.v1.LoginExperience',
    {
      async ResolveLogin({ clientId, organizationId, uiLocales, acceptLanguage, pinnedVersion }) {
        check();
        const names = [
          `${clientId}/${organizationId}`,
          `${clientId}@${pinnedVersion}`,
          clientId,
          '',
        ];
        const name = names.find((one) => experiences.has(one));
        const experience = found(experiences.get(name ?? ''));
        return resolved(experience, uiLocales[0] ?? acceptLanguage.split(/[,;]/)[0]);
      },
      async ResolveHost({ host }) {
        check();
        return { ...found(domains.get(host)), domain: host };
      },
      async GetAsset({ tenantId, sha256 }) {
        check();
        return found(assets.get(`${tenantId} ${sha256}`));
      },
    },
    { ResolveLogin: ['hub'], ResolveHost: ['hub'], GetAsset: ['hub'] },
  );
