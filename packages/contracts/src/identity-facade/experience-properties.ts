import { parseUrl } from '../common/url.ts';
import { checks, property } from '../configuration/property.ts';

const { between, notNegative, positive } = checks;

/** https, or http for a loopback host; empty: there is none. */
function acceptBase(value: string): string | undefined {
  if (value === '') return undefined;
  const url = parseUrl(value);
  const isLoopback = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback);
  return isAllowed && url.search === '' && url.hash === '' && !value.endsWith('/')
    ? undefined
    : 'must be an https URL (http for a loopback host) without query, fragment or trailing slash';
}

const mail = {
  'platform.organizations.invitation.accept-base-url': property(
    'String',
    '',
    'Base URL of the page where invitations are accepted; empty = invitations are not mailed.',
    { check: acceptBase },
  ),
  'platform.idp-facade.smtp.host': property(
    'String',
    '',
    'SMTP server; empty: no mail is sent, and messages expire after an hour.',
  ),
  'platform.idp-facade.smtp.port': property('Int', '587', 'Port of the SMTP server.', {
    check: between(1, 65_535),
  }),
  'platform.idp-facade.smtp.security': property(
    'Mode',
    'starttls',
    '`tls` from the first byte, `starttls` required, or `none`.',
    { values: ['starttls', 'tls', 'none'] },
  ),
  'platform.idp-facade.smtp.username': property('String', '', 'SMTP user; empty: no sign-in.'),
  'platform.idp-facade.smtp.password': property('String', '', 'SMTP password.', { secret: true }),
  'platform.idp-facade.smtp.from': property(
    'String',
    '',
    'Sender address of every mail; empty: no-reply at the platform domain.',
  ),
  'platform.idp-facade.smtp.timeout': property(
    'Duration',
    '10s',
    'Longest that the SMTP server may be silent.',
    { check: positive },
  ),
  'platform.idp-facade.smtp.max-connections': property(
    'Int',
    '5',
    'Connections of one pod to the SMTP server.',
    { check: between(1, 100) },
  ),
  'platform.idp-facade.email.tenant-per-hour': property(
    'Int',
    '1000',
    'Mails of a tenant an hour; 0 = no limit.',
    { check: notNegative },
  ),
  'platform.idp-facade.email.recipient-per-ten-minutes': property(
    'Int',
    '5',
    'Mails of a tenant to one address in ten minutes; 0 = no limit.',
    { check: notNegative },
  ),
  'platform.idp-facade.email.test-send-per-hour': property(
    'Int',
    '10',
    'Test mails of a tenant an hour; 0 = no limit.',
    { check: notNegative },
  ),
};

const domains = {
  'platform.idp-facade.domains.max-per-tenant': property(
    'Int',
    '10',
    'Login domains of a tenant.',
    {
      check: positive,
    },
  ),
  'platform.idp-facade.domains.cname-suffix': property(
    'String',
    '',
    'Suffix of CNAME targets, leading dot included; empty: `.cname` before the platform domain.',
    { check: (suffix: string) => (suffix === '' ? undefined : checks.leadingDot(suffix)) },
  ),
  'platform.idp-facade.domains.pending-ttl': property(
    'Duration',
    '7d',
    'How long a registration waits for its DNS records.',
    { check: positive },
  ),
  'platform.idp-facade.domains.recheck-interval': property(
    'Duration',
    '24h',
    'Time between checks of a domain in use.',
    { check: positive },
  ),
  'platform.idp-facade.domains.failure-threshold': property(
    'Int',
    '3',
    'Failed checks in a row after which a domain is failing.',
    { check: positive },
  ),
  'platform.idp-facade.domains.failing-grace': property(
    'Duration',
    '72h',
    'How long a failing domain is still served.',
    { check: positive },
  ),
  'platform.idp-facade.domains.suspended-retention': property(
    'Duration',
    '30d',
    'How long a suspended domain is kept.',
    { check: positive },
  ),
  'platform.idp-facade.dns.servers': property(
    'List<String>',
    '',
    "Resolvers that check login domains; empty: the system's.",
  ),
  'platform.idp-facade.dns.timeout': property(
    'Duration',
    '3s',
    'Longest that a resolver may take.',
    {
      check: between(100, 30_000),
    },
  ),
  'platform.idp-facade.dns.tries': property('Int', '2', 'How often a resolver is asked.', {
    check: between(1, 10),
  }),
};

/** Properties of the login experience. */
export const experienceProperties = {
  ...mail,
  ...domains,
  'platform.idp-facade.analytics.retention': property(
    'Duration',
    '400d',
    'How long numbers of sign-ins are kept.',
    { check: (ms: number) => (ms >= 86_400_000 ? undefined : 'must be at least 1 d') },
  ),
  'platform.idp-facade.assets.fetch-enabled': property(
    'Boolean',
    'true',
    'false: images of brandings are not copied, so pages show the display name.',
  ),
};
