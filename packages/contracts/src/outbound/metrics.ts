import { counter, gauge, histogram } from '../metrics/metric.ts';

/** Metrics of outbound. */
export const outboundMetrics = {
  platform_ingest_events_total: counter('NATS messages received, by channel and result.', [
    'channel',
    'outcome',
  ]),
  platform_ingest_lag_seconds: histogram(
    'Time from the occurrence of an event to its commit in the event log.',
    ['channel'],
  ),
  platform_webhook_deliveries_total: counter('Completed deliveries, by outcome.', ['outcome']),
  platform_webhook_lane_wait_seconds: histogram(
    'Time from when a delivery was due to its attempt.',
  ),
  platform_webhook_slots_used: gauge('Delivery attempts in progress in this pod.'),
  platform_webhook_circuits: gauge('Endpoints by the state of their circuit breaker.', ['circuit']),
  platform_siem_batches_total: counter('Batches sent to SIEM sinks, by kind of sink and result.', [
    'kind',
    'result',
  ]),
  platform_siem_events_total: counter('Events that SIEM sinks have confirmed, by kind of sink.', [
    'kind',
  ]),
  platform_claim_source_seconds: histogram('Duration of a request to a claim source, by outcome.', [
    'outcome',
  ]),
  platform_claim_values_dropped_total: counter(
    'Claims for which a claim source did not return a valid value, by reason.',
    ['reason'],
  ),
};
