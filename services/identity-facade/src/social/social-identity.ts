import { providerKind } from '@platform/contracts';
import { withDefaults } from '../connectors/connectors.ts';
import type { ConnectorRecord } from '../connectors/connectors.ts';
import { mappedAttributes } from './claims.ts';
import type { Claims } from './claims.ts';
import { providerEmail } from './verified-email.ts';

/** A person who signed in at a provider. Plain JSON; sealed at rest. */
export interface SocialIdentity {
  provider: string;
  issuer: string;
  subject: string;
  /** Empty if the provider sent none. */
  email: string;
  emailVerified: boolean;
  attributes: Record<string, unknown>;
  claims: Record<string, unknown>;
  acr: string;
  amr: string[];
}

const maxClaimsBytes = 32_768;

const assuranceOf = (claims: Claims, isTrusted: boolean): Pick<SocialIdentity, 'acr' | 'amr'> => {
  const { acr, amr } = isTrusted ? claims : {};
  return {
    acr: typeof acr === 'string' ? acr : '',
    amr: Array.isArray(amr) ? amr.filter((one) => typeof one === 'string') : [],
  };
};

/** Rules use the claims, so they are kept unless there are excessively many. */
const keptClaims = (claims: Claims): Record<string, unknown> =>
  Buffer.byteLength(JSON.stringify(claims)) <= maxClaimsBytes ? { ...claims } : {};

/** The identity that claims describe. */
export function socialIdentity(
  { provider, settings }: Pick<ConnectorRecord, 'provider' | 'settings'>,
  { issuer, subject }: { issuer: string; subject: string },
  claims: Claims,
): SocialIdentity {
  const {
    attributeMapping: mapping,
    microsoft,
    trustUpstreamAssurance,
  } = withDefaults(provider, settings);
  const tenant = microsoft?.tenant ?? 'common';
  const found = providerEmail(providerKind(provider) ?? 'oidc', claims, { mapping, tenant });
  const { email: _, emailVerified: __, ...attributes } = mappedAttributes(claims, mapping);
  return {
    provider,
    issuer,
    subject,
    email: found?.email ?? '',
    emailVerified: found?.isVerified ?? false,
    attributes,
    claims: keptClaims(claims),
    ...assuranceOf(claims, trustUpstreamAssurance),
  };
}

/** Whether the connector accepts this address: domains are compared with verified addresses only. */
export function isDomainAllowed(
  { allowedEmailDomains }: { allowedEmailDomains: readonly string[] },
  { email, emailVerified }: Pick<SocialIdentity, 'email' | 'emailVerified'>,
): boolean {
  if (allowedEmailDomains.length === 0) return true;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return emailVerified && allowedEmailDomains.includes(domain);
}
