import { capabilityProperties } from './capability-properties.ts';
import { checks, property } from '../configuration/property.ts';
import { tokenClaimsProperties } from './token-claims-properties.ts';

const limit = (type: 'Int' | 'Long', byDefault: string, meaning: string) =>
  property(type, byDefault, meaning, { check: checks.positive });
const duration = (byDefault: string, meaning: string) =>
  property('Duration', byDefault, meaning, { check: checks.positive });

/** Properties of the access service. */
export const fgaProperties = {
  'platform.fga.http-port': property('Int', '8084', 'Port of the operations.'),
  'platform.fga.admin-port': property('Int', '9084', 'Port of metrics and health.'),
  'platform.fga.grpc-port': property('Int', '9184', 'Port of gRPC.'),
  ...capabilityProperties,
  ...tokenClaimsProperties,

  'platform.fga.model.max-object-types': limit('Int', '100', 'Object types of a model.'),
  'platform.fga.model.max-relations-per-type': limit('Int', '50', 'Relations of an object type.'),
  'platform.fga.model.max-model-bytes': limit(
    'Int',
    '131072',
    "Bytes of a model's canonical JSON.",
  ),
  'platform.fga.model.max-rewrite-nesting-depth': limit(
    'Int',
    '10',
    "Unions, intersections and exclusions on the longest way through a relation's rewrite.",
  ),
  'platform.fga.check.max-depth': limit('Int', '10', 'Hops of a derivation in a check.'),
  'platform.fga.check.max-nodes': limit('Int', '1000', 'Distinct goals expanded in a check.'),
  'platform.fga.check.max-fanout': limit('Int', '100', 'Rows enumerated for one object#relation.'),
  'platform.fga.check.max-batch-size': limit('Int', '50', 'Checks of one batch.'),
  'platform.fga.check.timeout': duration('2s', 'Maximum duration of a check.'),
  'platform.fga.check.cache.ttl-seconds': property(
    'Long',
    '60',
    'Maximum age of a cached decision; 0 = no cache.',
    { check: checks.notNegative },
  ),
  'platform.fga.check.cache.max-entries': limit('Int', '100000', 'Cached decisions of a pod.'),
  'platform.fga.check.cache.max-staleness': duration(
    '1s',
    'How long a pod may use its cache without knowing the current revision of the tenant.',
  ),
  'platform.fga.limits.max-tuples-per-tenant': limit(
    'Long',
    '1000000',
    'Stored relation tuples of a tenant.',
  ),
  'platform.fga.limits.max-writes-per-request': limit(
    'Int',
    '100',
    'Writes and deletes of one request.',
  ),
  'platform.fga.limits.max-import-tuples-per-request': limit(
    'Int',
    '5000',
    'Tuples of one import.',
  ),
  'platform.fga.limits.max-models-per-tenant': limit(
    'Int',
    '1000',
    'Number of models kept per tenant; beyond that, the oldest model that was never active is deleted.',
  ),
  'platform.fga.limits.max-contextual-tuples': limit(
    'Int',
    '100',
    'Contextual tuples of one request.',
  ),
  'platform.fga.changes.retention': duration('30d', 'How long changes of tuples are kept.'),
  'platform.fga.grpc.additional-readers': property(
    'Set<String>',
    '',
    "Service accounts, as `system:serviceaccount:{namespace}:{name}`, that may check and list over gRPC besides the platform's own.",
  ),
  'platform.fga.grpc.additional-writers': property(
    'Set<String>',
    '',
    'Service accounts, as `system:serviceaccount:{namespace}:{name}`, that may write tuples over gRPC besides directory.',
  ),
  'platform.fga.expiry-sweep-interval': duration('1m', 'How often expired tuples are deleted.'),
  'platform.fga.list-objects.max-depth': limit('Int', '10', 'Hops from the subject.'),
  'platform.fga.list-objects.max-nodes': limit('Int', '1000', 'Reverse look-ups of one request.'),
  'platform.fga.list-objects.max-fanout': limit('Int', '100', 'Rows of one reverse look-up.'),
  'platform.fga.list-objects.max-candidates': limit(
    'Int',
    '500',
    'Distinct objects before confirmation.',
  ),
  'platform.fga.list-objects-export.max-objects': limit(
    'Int',
    '50000',
    'Object ids that an export checks.',
  ),
  'platform.fga.list-objects-export.scan-batch-size': limit(
    'Int',
    '1000',
    'Object ids of one page of an export.',
  ),
  'platform.fga.list-objects-export.ttl-hours': limit(
    'Long',
    '24',
    'How long a completed export can be read.',
  ),
  'platform.fga.list-objects-export.stale-after-minutes': limit(
    'Long',
    '60',
    'After how long without progress an export fails.',
  ),
  'platform.fga.list-objects-export.workers': limit(
    'Int',
    '2',
    'Exports that a pod makes at a time.',
  ),
  'platform.fga.list-objects-export.max-attempts': limit(
    'Int',
    '3',
    'Maximum number of attempts of an export.',
  ),
  'platform.fga.list-objects-export.lease': duration(
    '60s',
    'How long until another worker takes over an abandoned export.',
  ),
  'platform.fga.list-objects.max-results': limit(
    'Int',
    '100',
    'Maximum number of objects in a response; also the default `limit`.',
  ),

  'platform.pim.max-activation-duration': property(
    'Duration',
    '24h',
    'Maximum duration of an activation.',
    { check: checks.between(300_000, 31_536_000_000) },
  ),
  'platform.pim.sweep-interval': duration(
    '15s',
    'How often deadlines, starts and ends of activations are recorded. They take effect on time regardless.',
  ),
  'platform.pim.default-required-acr': property(
    'String',
    '',
    'Authentication context that an eligibility requires unless it says otherwise; empty: none.',
  ),
  'platform.pim.max-open-activations-per-principal': limit(
    'Int',
    '10',
    'Open activations of a user.',
  ),
  'platform.pim.history-retention': duration('400d', 'How long ended activations are kept.'),
  'platform.conditional-access.max-policies-per-client': limit(
    'Int',
    '50',
    'Conditional access policies of a client.',
  ),
  'platform.conditional-access.geoip-database-path': property(
    'String',
    '',
    'MaxMind file (country or city) that gives the country of an address when the caller gives none; empty = none. Reloaded when it changes.',
  ),
};
