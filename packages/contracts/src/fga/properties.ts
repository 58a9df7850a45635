import { capabilityProperties } from './capability-properties.ts';
import { checks, property } from '../configuration/property.ts';
import { tokenClaimsProperties } from './token-claims-properties.ts';

const limit = (type: 'Int' | 'Long', byDefault: string, meaning: string) =>
  property(type, byDefault, meaning, { check: checks.positive });
const duration = (byDefault: string, meaning: string) =>
  property('Duration', byDefault, meaning, { check: checks.positive });

/** Properties of the access service. */
export const fgaProperties = {
  'platform.fga.http-port': property('Int', '8084', 'Port of the REST API.'),
  'platform.fga.admin-port': property('Int', '9084', 'Port of the metrics and health endpoints.'),
  'platform.fga.grpc-port': property('Int', '9184', 'Port of the gRPC server.'),
  ...capabilityProperties,
  ...tokenClaimsProperties,

  'platform.fga.model.max-object-types': limit(
    'Int',
    '100',
    'Maximum number of object types per model.',
  ),
  'platform.fga.model.max-relations-per-type': limit(
    'Int',
    '50',
    'Maximum number of relations per object type.',
  ),
  'platform.fga.model.max-model-bytes': limit(
    'Int',
    '131072',
    "Maximum size of a model's canonical JSON, in bytes.",
  ),
  'platform.fga.model.max-rewrite-nesting-depth': limit(
    'Int',
    '10',
    'Maximum nesting depth of unions, intersections and exclusions in the definition of a relation.',
  ),
  'platform.fga.check.max-depth': limit('Int', '10', 'Maximum number of hops in a check.'),
  'platform.fga.check.max-nodes': limit(
    'Int',
    '1000',
    'Maximum number of distinct goals that a check expands.',
  ),
  'platform.fga.check.max-fanout': limit(
    'Int',
    '100',
    'Maximum number of tuples that a check reads for one `object#relation`.',
  ),
  'platform.fga.check.max-batch-size': limit('Int', '50', 'Maximum number of checks per batch.'),
  'platform.fga.check.timeout': duration('2s', 'Maximum duration of a check.'),
  'platform.fga.check.cache.ttl-seconds': property(
    'Long',
    '60',
    'Maximum age of a cached decision. 0 turns the cache off.',
    { check: checks.notNegative },
  ),
  'platform.fga.check.cache.max-entries': limit(
    'Int',
    '100000',
    'Maximum number of cached decisions per pod.',
  ),
  'platform.fga.check.cache.max-staleness': duration(
    '1s',
    'How long a pod may use its cache without knowing the current revision of the tenant.',
  ),
  'platform.fga.limits.max-tuples-per-tenant': limit(
    'Long',
    '1000000',
    'Maximum number of stored relation tuples per tenant.',
  ),
  'platform.fga.limits.max-writes-per-request': limit(
    'Int',
    '100',
    'Maximum number of writes and deletes per request.',
  ),
  'platform.fga.limits.max-import-tuples-per-request': limit(
    'Int',
    '5000',
    'Maximum number of tuples per import.',
  ),
  'platform.fga.limits.max-models-per-tenant': limit(
    'Int',
    '1000',
    'Number of models that are kept per tenant. Beyond that, the oldest model that was never active is deleted.',
  ),
  'platform.fga.stores.max-per-tenant': limit(
    'Int',
    '20',
    'Maximum number of named stores per tenant, in addition to the default store.',
  ),
  'platform.fga.limits.max-contextual-tuples': limit(
    'Int',
    '100',
    'Maximum number of contextual tuples per request.',
  ),
  'platform.fga.changes.retention': duration('30d', 'How long tuple changes are kept.'),
  'platform.fga.grpc.additional-readers': property(
    'Set<String>',
    '',
    'Additional service accounts that may check and list over gRPC, in the form `system:serviceaccount:{namespace}:{name}`.',
  ),
  'platform.fga.grpc.additional-writers': property(
    'Set<String>',
    '',
    "Service accounts other than directory's that may write tuples over gRPC, in the form `system:serviceaccount:{namespace}:{name}`.",
  ),
  'platform.fga.expiry-sweep-interval': duration('1m', 'How often expired tuples are deleted.'),
  'platform.fga.list-objects.max-depth': limit(
    'Int',
    '10',
    'Maximum number of hops from the subject when listing objects.',
  ),
  'platform.fga.list-objects.max-nodes': limit(
    'Int',
    '1000',
    'Maximum number of reverse lookups per request.',
  ),
  'platform.fga.list-objects.max-fanout': limit(
    'Int',
    '100',
    'Maximum number of rows per reverse lookup.',
  ),
  'platform.fga.list-objects.max-candidates': limit(
    'Int',
    '500',
    'Maximum number of candidate objects that a request confirms.',
  ),
  'platform.fga.list-objects-export.max-objects': limit(
    'Int',
    '50000',
    'Maximum number of object ids that an export checks.',
  ),
  'platform.fga.list-objects-export.scan-batch-size': limit(
    'Int',
    '1000',
    'Number of object ids that an export checks at a time.',
  ),
  'platform.fga.list-objects-export.ttl-hours': limit(
    'Long',
    '24',
    'How long the results of a completed export remain available.',
  ),
  'platform.fga.list-objects-export.stale-after-minutes': limit(
    'Long',
    '60',
    'Time without progress after which an export fails.',
  ),
  'platform.fga.list-objects-export.workers': limit(
    'Int',
    '2',
    'Maximum number of exports that a pod runs concurrently.',
  ),
  'platform.fga.list-objects-export.max-attempts': limit(
    'Int',
    '3',
    'Maximum number of attempts of an export.',
  ),
  'platform.fga.list-objects-export.lease': duration(
    '60s',
    'Time after which another worker takes over an abandoned export.',
  ),
  'platform.fga.list-objects.max-results': limit(
    'Int',
    '100',
    'Maximum number of objects in a response. Also the default of `limit`.',
  ),

  'platform.pim.max-activation-duration': property(
    'Duration',
    '24h',
    'Maximum duration of an activation.',
    { check: checks.between(300_000, 31_536_000_000) },
  ),
  'platform.pim.sweep-interval': duration(
    '15s',
    'How often the start and end of activations and missed deadlines are recorded. They take effect on time regardless.',
  ),
  'platform.pim.default-required-acr': property(
    'String',
    '',
    'Default authentication context (`acr`) that an eligible assignment requires. If empty, none is required.',
  ),
  'platform.pim.max-open-activations-per-principal': limit(
    'Int',
    '10',
    'Maximum number of open activations per user.',
  ),
  'platform.pim.history-retention': duration('400d', 'How long ended activations are kept.'),
  'platform.conditional-access.max-policies-per-client': limit(
    'Int',
    '50',
    'Maximum number of conditional access policies per client.',
  ),
  'platform.conditional-access.geoip-database-path': property(
    'String',
    '',
    'MaxMind database (country or city) that determines the country of an address if the caller does not provide it. Reloaded when the file changes. If empty, the country is unknown.',
  ),
};
