import { counter, gauge, histogram } from './metric.ts';

const jobSeconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600];

/** Metrics of the kit, which several or all processes report. */
export const sharedMetrics = {
  platform_build_info: gauge('Always 1. The labels identify the build that is running.', [
    'version',
    'revision',
    'node',
  ]),
  platform_http_requests_total: counter(
    'HTTP requests of this service by operation, status and problem code (empty on success).',
    ['operation', 'method', 'status', 'code'],
  ),
  platform_http_request_duration_seconds: histogram(
    'Duration of an HTTP request in this service.',
    ['operation', 'status'],
  ),
  platform_rpc_calls_total: counter(
    'Calls to this service over gRPC, by method, gRPC status and problem code (empty on success).',
    ['method', 'status', 'code'],
  ),
  platform_rpc_call_duration_seconds: histogram('Duration of a gRPC call in this service.', [
    'method',
  ]),
  platform_ready: gauge(
    'Readiness checks of this process by name: 1 passing, 0 failing. Updated every two seconds.',
    ['check'],
  ),
  platform_cluster_keys_age_seconds: gauge(
    "Age of the cluster's key set, which verifies service-account tokens; -1 if there is none.",
  ),
  platform_token_cache_total: counter('Lookups of access tokens in the cache of verified tokens.', [
    'result',
  ]),
  platform_issuer_mismatch_total: counter(
    'Access tokens whose tenant does not match the tenant of their issuer.',
  ),
  platform_standby_reads_total: counter(
    'Reads that may run on the standby: `standby` ran there, `behind` and `unavailable` ran on the primary, after which the standby is avoided for a second.',
    ['outcome'],
  ),
  platform_outbox_oldest_seconds: gauge('Age of the oldest pending row of the outbox.'),
  platform_outbox_relayed_total: counter('Rows of the outbox that the relay has published.'),
  platform_dead_letters_total: counter(
    'Messages moved to the DLQ stream because they can never be processed.',
    ['reason'],
  ),
  platform_bucket_repairs_total: counter(
    'Entries of a key-value bucket that differed from the database and were corrected.',
    ['bucket'],
  ),
  platform_default_partition_rows: gauge(
    'Rows in a default partition. A value above 0 means that partition maintenance has failed.',
    ['table'],
  ),
  platform_jobs_pending: gauge('Jobs that are due and waiting.', ['kind']),
  platform_jobs_oldest_seconds: gauge('Longest time that any due job has been waiting.', ['kind']),
  platform_jobs_running: gauge('Jobs that are currently running.', ['kind']),
  platform_jobs_failed: gauge('Jobs that failed and are still kept.', ['kind']),
  platform_job_duration_seconds: histogram(
    'Time from claiming a job to its completion.',
    ['kind', 'outcome'],
    jobSeconds,
  ),
  platform_sealed_rows: gauge(
    'Values encrypted with each key. A key with no values can be removed.',
    ['key_id'],
  ),
  platform_sealed_unreadable_rows: gauge(
    'Values encrypted with an old key that cannot be decrypted. A value above 0 means that a key is missing or a value was altered.',
  ),
  platform_worker_pool_tasks_total: counter('Tasks run by worker pools, by result.', [
    'pool',
    'result',
  ]),
  platform_worker_pool_wait_seconds: histogram('How long tasks waited for a thread.', ['pool']),
  platform_worker_pool_run_seconds: histogram('How long tasks ran.', ['pool']),
  platform_worker_pool_waiting: gauge('Tasks that are waiting for a thread.', ['pool']),
};
