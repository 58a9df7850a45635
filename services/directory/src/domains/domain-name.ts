import type { FieldErrorCode } from '@platform/contracts';
import { hostNameOf } from '@platform/kit/formats';
import { invalid } from '@platform/kit/problem';
import { parse } from 'tldts';

/** Domains that cannot be claimed. */
export interface DomainLimits {
  /** Without a leading dot. */
  platformDomain: string;
  /** Domains of consumer mail, in lower case. */
  blocked: ReadonlySet<string>;
}

const isAtOrUnder = (domain: string, parent: string): boolean =>
  domain === parent || domain.endsWith(`.${parent}`);

/** The reason why a domain cannot be claimed. */
function refusal(
  domain: string,
  { platformDomain, blocked }: DomainLimits,
): [FieldErrorCode, string] | undefined {
  if (isAtOrUnder(domain, platformDomain))
    return ['domain_not_allowed', 'is a domain of the platform'];
  if (blocked.has(domain)) return ['consumer_domain', 'is a domain of a consumer e-mail provider'];
  const { isIcann, isPrivate, domain: registrable } = parse(domain, { allowPrivateDomains: true });
  if (!isIcann && !isPrivate)
    return ['domain_not_allowed', 'does not end in a known public suffix'];
  if (registrable === null) return ['domain_not_allowed', 'is a public suffix'];
  return undefined;
}

/** The domain that a request claims, normalized. @throws 422 at `/domain` */
export function claimableDomain(written: string, limits: DomainLimits): string {
  const domain = hostNameOf(written);
  if (domain === undefined) throw invalid('/domain', 'invalid_format', 'must be a host name');
  const refused = refusal(domain, limits);
  if (refused) throw invalid('/domain', ...refused);
  return domain;
}
