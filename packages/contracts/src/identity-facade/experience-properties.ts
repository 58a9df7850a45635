import { parseUrl } from '../common/url.ts';
import { checks, property } from '../configuration/property.ts';

const { between, notNegative, positive } = checks;

/** Requires https, or http for a loopback host; empty: none. */
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
    'Base URL of the page where invitations are accepted. If empty, invitations are not sent by e-mail.',
    { check: acceptBase },
  ),
  'platform.idp-facade.smtp.host': property(
    'String',
    '',
    'Host name of the SMTP server. If empty, no e-mail is sent and messages expire after an hour.',
  ),
  'platform.idp-facade.smtp.port': property('Int', '587', 'Port of the SMTP server.', {
    check: between(1, 65_535),
  }),
  'platform.idp-facade.smtp.security': property(
    'Mode',
    'starttls',
    '`tls` connects with TLS, `starttls` requires an upgrade to TLS, and `none` sends in plain text.',
    { values: ['starttls', 'tls', 'none'] },
  ),
  'platform.idp-facade.smtp.username': property(
    'String',
    '',
    'SMTP user. If empty, no authentication is used.',
  ),
  'platform.idp-facade.smtp.password': property('String', '', 'SMTP password.', { secret: true }),
  'platform.idp-facade.smtp.from': property(
    'String',
    '',
    'Sender address of all e-mails. If empty, `no-reply` at the platform domain.',
  ),
  'platform.idp-facade.smtp.timeout': property(
    'Duration',
    '10s',
    'Maximum time to wait for a response of the SMTP server.',
    { check: positive },
  ),
  'platform.idp-facade.smtp.max-connections': property(
    'Int',
    '5',
    'Maximum number of connections from one pod to the SMTP server.',
    { check: between(1, 100) },
  ),
  'platform.idp-facade.email.tenant-per-hour': property(
    'Int',
    '1000',
    'Maximum number of e-mails per tenant and hour. 0 means no limit.',
    { check: notNegative },
  ),
  'platform.idp-facade.email.recipient-per-ten-minutes': property(
    'Int',
    '5',
    'Maximum number of e-mails per tenant and recipient in ten minutes. 0 means no limit.',
    { check: notNegative },
  ),
  'platform.idp-facade.email.test-send-per-hour': property(
    'Int',
    '10',
    'Maximum number of test e-mails per tenant and hour. 0 means no limit.',
    { check: notNegative },
  ),
};

const domains = {
  'platform.idp-facade.domains.max-per-tenant': property(
    'Int',
    '10',
    'Maximum number of login domains per tenant.',
    {
      check: positive,
    },
  ),
  'platform.idp-facade.domains.cname-suffix': property(
    'String',
    '',
    'Suffix of CNAME targets, including the leading dot. If empty, `.cname` followed by the platform domain.',
    { check: (suffix: string) => (suffix === '' ? undefined : checks.leadingDot(suffix)) },
  ),
  'platform.idp-facade.domains.pending-ttl': property(
    'Duration',
    '7d',
    'How long a registration waits for its DNS records to appear.',
    { check: positive },
  ),
  'platform.idp-facade.domains.recheck-interval': property(
    'Duration',
    '24h',
    'Time between two checks of an active domain.',
    { check: positive },
  ),
  'platform.idp-facade.domains.failure-threshold': property(
    'Int',
    '3',
    'Number of consecutive failed checks after which a domain is considered failing.',
    { check: positive },
  ),
  'platform.idp-facade.domains.failing-grace': property(
    'Duration',
    '72h',
    'How long a failing domain is served before it is suspended.',
    { check: positive },
  ),
  'platform.idp-facade.domains.suspended-retention': property(
    'Duration',
    '30d',
    'How long a suspended domain is kept before it is deleted.',
    { check: positive },
  ),
  'platform.idp-facade.dns.servers': property(
    'List<String>',
    '',
    "DNS resolvers that check login domains. If empty, the system's resolvers are used.",
  ),
  'platform.idp-facade.dns.timeout': property(
    'Duration',
    '3s',
    'Maximum time that a resolver may take.',
    {
      check: between(100, 30_000),
    },
  ),
  'platform.idp-facade.dns.tries': property(
    'Int',
    '2',
    'Maximum number of attempts per resolver.',
    {
      check: between(1, 10),
    },
  ),
};

/** Properties of the login experience. */
export const experienceProperties = {
  ...mail,
  ...domains,
  'platform.idp-facade.analytics.retention': property(
    'Duration',
    '400d',
    'How long sign-in statistics are kept.',
    { check: (ms: number) => (ms >= 86_400_000 ? undefined : 'must be at least 1 d') },
  ),
  'platform.idp-facade.assets.fetch-enabled': property(
    'Boolean',
    'true',
    'Whether images of brandings are copied. If false, pages show the display name instead.',
  ),
};
