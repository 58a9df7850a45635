import { counter, gauge, histogram } from '../metrics/metric.ts';

/** Metrics of the access service. */
export const fgaMetrics = {
  fga_check_seconds: histogram(
    'Duration of decision requests, by outcome and number of round trips to the store.',
    ['outcome', 'round_trips'],
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5],
  ),
  fga_check_goals: histogram(
    'Number of goals that decision requests expanded.',
    [],
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000],
  ),
  fga_check_unknown_total: counter('Checks that could not be decided, by reason.', ['reason']),
  fga_openfga_requests_total: counter(
    'Requests to the OpenFGA API, by operation and OpenFGA error code (`ok` for a success).',
    ['operation', 'code'],
  ),
  fga_cache_lookups_total: counter('Lookups in the caches of this pod, by cache and result.', [
    'cache',
    'result',
  ]),
  fga_known_revision_age_seconds: histogram(
    'Age of the known store revision when a cached decision was returned.',
    [],
    [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  ),
  fga_policy_outcomes_total: counter('Decisions of access policies, by mode and result.', [
    'mode',
    'result',
  ]),
  fga_open_activations: gauge('Activations that are requested, scheduled or active.', ['state']),
  fga_export_age_seconds: gauge('Longest time since any unfinished export made progress.'),
  fga_enrichments_total: counter('Requests for token claims, by result.', ['result']),
  fga_enrichment_bytes: histogram(
    'Size of the claims that enrichment returns, in bytes.',
    [],
    [64, 256, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536],
  ),
  fga_enrichment_overage_total: counter('Claims omitted from tokens because of their size.', [
    'claim',
  ]),
  fga_enrichment_custom_dropped_total: counter('Custom claims without a usable value, by reason.', [
    'reason',
  ]),
  fga_enrichment_replay_fallback_total: counter(
    "Enrichment calls whose replay check used only this pod's memory because NATS was unavailable.",
  ),
};
