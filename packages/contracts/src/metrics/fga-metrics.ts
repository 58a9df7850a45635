import { counter, gauge, histogram } from './metric.ts';

/** Metrics of fga. */
export const fgaMetrics = {
  fga_check_seconds: histogram(
    'Time of requests for decisions, by outcome and round trips to the store.',
    ['outcome', 'round_trips'],
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5],
  ),
  fga_check_goals: histogram(
    'Goals that requests for decisions expanded.',
    [],
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000],
  ),
  fga_check_unknown_total: counter('Checks whose answer is not known, by reason.', ['reason']),
  fga_cache_lookups_total: counter('Look-ups in the caches of this pod, by cache and result.', [
    'cache',
    'result',
  ]),
  fga_known_revision_age_seconds: histogram(
    'Age of what was known of a store when a cached decision was given.',
    [],
    [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  ),
  fga_policy_outcomes_total: counter('Decisions of access policies, by mode and result.', [
    'mode',
    'result',
  ]),
  fga_open_activations: gauge('Activations that are requested, scheduled or active.', ['state']),
  fga_export_age_seconds: gauge(
    'Time since the unfinished export that has rested longest made progress.',
  ),
  fga_enrichments_total: counter('Requests for token claims, by result.', ['result']),
  fga_enrichment_bytes: histogram(
    'Bytes of the claims that enrichment answers with.',
    [],
    [64, 256, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536],
  ),
  fga_enrichment_overage_total: counter('Claims left out of tokens because of their size.', [
    'claim',
  ]),
  fga_enrichment_custom_dropped_total: counter('Custom claims without a usable value, by reason.', [
    'reason',
  ]),
  fga_enrichment_replay_fallback_total: counter(
    "Enrichment calls whose replay check used this pod's memory alone, because the bus was away.",
  ),
};
