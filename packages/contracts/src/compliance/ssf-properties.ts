import { checks, property } from '../configuration/property.ts';

/** Properties of the transmitter of security events. */
export const ssfProperties = {
  'platform.ssf.max-receivers-per-tenant': property(
    'Int',
    '25',
    'How many receivers of security events a tenant can have.',
    { check: checks.positive },
  ),
  'platform.ssf.push.timeout': property(
    'Duration',
    '10s',
    'Maximum time that a receiver may take to respond to a push.',
    { check: checks.between(1, 30_000) },
  ),
  'platform.ssf.push.max-age': property(
    'Duration',
    '72h',
    'How long the delivery of a security event token is tried before the token expires.',
    { check: checks.positive },
  ),
  'platform.ssf.push.pause-after-failures': property(
    'Int',
    '20',
    'After how many failures in a row a push receiver is paused.',
    { check: checks.positive },
  ),
  'platform.ssf.hold.max-events': property(
    'Int',
    '10000',
    'How many tokens are kept for a paused receiver; beyond that the oldest are dropped.',
    { check: checks.positive },
  ),
  'platform.ssf.hold.max-age': property(
    'Duration',
    '7d',
    'How long a token is kept for a paused receiver.',
    { check: checks.positive },
  ),
  'platform.ssf.inactivity-timeout': property(
    'Duration',
    '7d',
    'After how long without a poll a poll receiver with a backlog is paused.',
    { check: checks.positive },
  ),
  'platform.ssf.poll.max-wait': property('Duration', '30s', 'How long a poll waits for a token.', {
    check: checks.between(0, 35_000),
  }),
  'platform.ssf.poll.max-events': property('Int', '1000', 'How many tokens a poll can return.', {
    check: checks.between(1, 1000),
  }),
  'platform.ssf.min-verification-interval': property(
    'Duration',
    '60s',
    'How long a receiver waits between two requests for a verification event.',
    { check: checks.notNegative },
  ),
};
