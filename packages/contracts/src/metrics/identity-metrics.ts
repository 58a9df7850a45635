import { counter } from './metric.ts';

/** Metrics of the identity service. */
export const identityMetrics = {
  platform_password_hashes_total: counter(
    'Password hashes computed. `dummy`: for an unknown user, so that the response takes as long.',
    ['purpose'],
  ),
};
