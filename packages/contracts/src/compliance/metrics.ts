import { counter, gauge } from '../metrics/metric.ts';

/** Metrics of compliance. */
export const complianceMetrics = {
  platform_audit_records_total: counter('Records of the audit channel, by result.', ['outcome']),
  platform_ssf_push_queues: gauge('Number of security event streams that are being pushed.'),
};
