/** How to recognize issuers of the hub. */
export interface IssuerOptions {
  /** `platform.hub.issuer`, the issuer of the default tenant. */
  platformIssuer: string;
  /** `platform.hub.platform-domain`, including its leading dot. */
  platformDomain: string;
  /** `platform.hub.trust-test-issuers`: whether issuers of tenants in test mode are accepted. */
  trustTestIssuers: boolean;
}

/** The platform or the tenant that an accepted issuer names. */
export type IssuerForm =
  { kind: 'platform' } | { kind: 'tenant'; slug: string; mode: 'live' | 'test' };

const slugForm = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/**
 * Whether the text is a well-formed tenant slug: 3 to 40 characters, no `--`. The tenant need not
 * exist.
 */
export const isSlug = (text: string): boolean =>
  text.length >= 3 && text.length <= 40 && slugForm.test(text);

/**
 * Returns the function from a tenant's label to its issuer: `https://{label}{platform-domain}`. If
 * the platform's issuer is on `localhost` or a subdomain of it, tenants take its scheme and port,
 * so that browsers and standard clients on that machine can reach them.
 */
export function tenantIssuers({
  platformIssuer,
  platformDomain,
}: Pick<IssuerOptions, 'platformIssuer' | 'platformDomain'>): (label: string) => string {
  if (!platformDomain.startsWith('.')) throw new Error('platformDomain must start with a dot');
  const { protocol, hostname, port } = new URL(platformIssuer);
  if (!/(^|\.)localhost$/.test(hostname)) return (label) => `https://${label}${platformDomain}`;
  const suffix = `${platformDomain}${port === '' ? '' : `:${port}`}`;
  return (label) => `${protocol}//${label}${suffix}`;
}

/**
 * Returns a parser of `iss` that checks the form only, byte for byte. It returns undefined for an
 * issuer that is not accepted.
 */
export function issuerReader({ platformIssuer, platformDomain, trustTestIssuers }: IssuerOptions) {
  const issuerOf = tenantIssuers({ platformIssuer, platformDomain });
  return function read(iss: unknown): IssuerForm | undefined {
    if (typeof iss !== 'string') return undefined;
    if (iss === platformIssuer) return { kind: 'platform' };
    const [, label = ''] = /^https?:\/\/([^.]+)\./.exec(iss) ?? [];
    if (issuerOf(label) !== iss) return undefined;
    const mode = label.endsWith('--test') ? 'test' : 'live';
    const slug = mode === 'test' ? label.slice(0, -'--test'.length) : label;
    if (!isSlug(slug) || (mode === 'test' && !trustTestIssuers)) return undefined;
    return { kind: 'tenant', slug, mode };
  };
}
