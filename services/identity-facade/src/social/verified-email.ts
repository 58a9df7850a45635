import type { ProviderKind } from '@platform/contracts';
import { claimAt } from './claims.ts';
import type { Claims } from './claims.ts';

/** An address, and whether the provider asserts that the person owns it. */
export interface ProviderEmail {
  email: string;
  isVerified: boolean;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const severalTenants: readonly string[] = ['common', 'organizations', 'consumers'];

/** `xms_edov` says that the owner of the domain confirmed the address; it is worthless in a tenant that anyone can create. */
const isOwnedDomain = (claims: Claims, tenant: string): boolean =>
  !severalTenants.includes(tenant.toLowerCase()) &&
  [true, 1, '1', 'true'].some((one) => one === claims['xms_edov']);

/** Entries of GitHub's `/user/emails`. */
function primaryEmail(claims: Claims): ProviderEmail | undefined {
  const entries = Array.isArray(claims['emails']) ? (claims['emails'] as Claims[]) : [];
  const primary = entries.find((one) => one['primary'] === true);
  const email = text(primary?.['email']);
  return email === '' ? undefined : { email, isVerified: primary?.['verified'] === true };
}

/**
 * The address of a person at a provider. It counts as verified only if the provider is known to verify it: an address that anyone
 * can add to their own account must never open another person's account ("nOAuth").
 */
export function providerEmail(
  kind: ProviderKind,
  claims: Claims,
  { mapping, tenant }: { mapping: Readonly<Record<string, string>>; tenant: string },
): ProviderEmail | undefined {
  if (kind === 'github') return primaryEmail(claims);
  const email = text(claimAt(claims, mapping['email'] ?? 'email'));
  if (email === '') return undefined;
  const verified = claimAt(claims, mapping['emailVerified'] ?? 'email_verified');
  switch (kind) {
    case 'facebook':
    case 'x':
    case 'oauth2':
      return { email, isVerified: false };
    case 'microsoft':
      return { email, isVerified: isOwnedDomain(claims, tenant) };
    case 'apple':
      return { email, isVerified: verified === true || verified === 'true' };
    case 'discord':
      return { email, isVerified: claims['verified'] === true };
    default:
      return { email, isVerified: claims['email_verified'] === true };
  }
}
