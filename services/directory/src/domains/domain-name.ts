import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { FieldErrorCode } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import { parse } from 'tldts';

/** Domains that cannot be claimed. */
export interface DomainLimits {
  /** Without a leading dot. */
  platformDomain: string;
  /** Domains of consumer mail, in lower case. */
  blocked: ReadonlySet<string>;
}

const maxLength = 253;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
// Node's parser strips, decodes or cuts at these, and another domain than the one written would come out.
const notOfADomain = /[\p{Cc}\s#%/:<>?@[\\\]^|]/u;

/** A domain in A-labels (UTS 46), lower case, without a trailing dot; undefined for what is no host name. */
export function domainKey(written: string): string | undefined {
  if (notOfADomain.test(written)) return undefined;
  const domain = domainToASCII(written).toLowerCase().replace(/\.$/, '');
  const labels = domain.split('.');
  const isHostName = domain.length <= maxLength && labels.every((part) => label.test(part));
  return isHostName && labels.length >= 2 && isIP(domain) === 0 ? domain : undefined;
}

const isAtOrUnder = (domain: string, parent: string): boolean =>
  domain === parent || domain.endsWith(`.${parent}`);

/** Why a domain cannot be claimed. */
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

/** The domain that a request claims, in normal form. @throws 422 at `/domain` */
export function claimableDomain(written: string, limits: DomainLimits): string {
  const domain = domainKey(written);
  if (domain === undefined) throw invalid('/domain', 'invalid_format', 'must be a host name');
  const refused = refusal(domain, limits);
  if (refused) throw invalid('/domain', ...refused);
  return domain;
}
