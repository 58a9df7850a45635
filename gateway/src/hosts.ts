import { issuerReader, tenantIssuers } from '@platform/kit/auth';
import type { GatewayConfig } from './config.ts';

/** Resolves the host of a request. */
export interface Hosts {
  /** The label before the platform domain; undefined for hosts without a tenant. */
  labelOf(host: string | undefined): string | undefined;
  /** Issuer of the host's tenant, derived from the name alone; otherwise the platform's issuer. */
  issuerOf(host: string | undefined): string;
  /** Base URL of the API under its own host, without a trailing slash. */
  baseUrl: string;
  /** The issuer of a tenant with this slug. */
  issuerOfSlug(slug: string): string;
  /** Base URL of the API for callers on this host. */
  baseUrlOf(host: string | undefined): string;
  /** URL of the metadata for this host (RFC 9728). */
  resourceMetadata(host: string | undefined): string;
}

/** Hosts are compared in lower case, without port and trailing dot. */
export function hostReader(
  config: Pick<GatewayConfig, 'platformDomain' | 'publicBaseUrl' | 'issuer' | 'trustTestIssuers'>,
): Hosts {
  const { platformDomain, publicBaseUrl, issuer } = config;
  const base = new URL(publicBaseUrl);
  const baseUrl = publicBaseUrl.replace(/\/+$/, '');
  const issuerOfLabel = tenantIssuers({ platformIssuer: issuer, platformDomain });
  const readIssuer = issuerReader({
    platformIssuer: issuer,
    platformDomain,
    trustTestIssuers: config.trustTestIssuers,
  });

  const labelOf: Hosts['labelOf'] = (host = '') => {
    const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
    if (!name.endsWith(platformDomain) || name === base.hostname) return undefined;
    return name.slice(0, -platformDomain.length);
  };
  /** The issuer of this host; only labels that are well-formed slugs have one. */
  const tenantIssuerOf = (host: string | undefined): string | undefined => {
    const label = labelOf(host);
    const named = label === undefined ? undefined : issuerOfLabel(label);
    return readIssuer(named)?.kind === 'tenant' ? named : undefined;
  };
  const baseUrlOf: Hosts['baseUrlOf'] = (host) => {
    const named = tenantIssuerOf(host);
    return named === undefined
      ? baseUrl
      : `${base.protocol}//${new URL(named).hostname}${base.port ? `:${base.port}` : ''}`;
  };

  return {
    baseUrl,
    issuerOfSlug: (slug) => issuerOfLabel(slug),
    labelOf,
    baseUrlOf,
    issuerOf: (host) => tenantIssuerOf(host) ?? issuer,
    resourceMetadata: (host) => `${baseUrlOf(host)}/.well-known/oauth-protected-resource`,
  };
}
