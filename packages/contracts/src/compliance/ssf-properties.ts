import { checks, property } from '../configuration/property.ts';

/** Properties of the transmitter of security events. */
export const ssfProperties = {
  'platform.ssf.max-receivers-per-tenant': property(
    'Int',
    '25',
    'Maximum number of receivers of security events per tenant.',
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
    'How long delivery of a security event token is retried before the token expires.',
    { check: checks.positive },
  ),
  'platform.ssf.push.pause-after-failures': property(
    'Int',
    '20',
    'Number of consecutive failures after which a push receiver is paused.',
    { check: checks.positive },
  ),
  'platform.ssf.hold.max-events': property(
    'Int',
    '10000',
    'Maximum number of tokens kept for a paused receiver. Beyond that, the oldest are dropped.',
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
    'Time without a poll or a call of the management API after which a poll receiver with a backlog is paused.',
    { check: checks.positive },
  ),
  'platform.ssf.poll.max-wait': property(
    'Duration',
    '30s',
    'Maximum time that a poll waits for a token.',
    {
      check: checks.between(0, 35_000),
    },
  ),
  'platform.ssf.poll.max-events': property(
    'Int',
    '1000',
    'Maximum number of tokens that one poll returns.',
    {
      check: checks.between(1, 1000),
    },
  ),
  'platform.ssf.min-verification-interval': property(
    'Duration',
    '60s',
    'Minimum interval between two verification requests of a receiver.',
    { check: checks.notNegative },
  ),
};
