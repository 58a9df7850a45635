import { isoTime } from '@platform/kit/formats';
import { SourceFault } from '../sync/sources/source-fault.ts';
import type { Diagnosis } from './diagnosis.ts';

/** The state of a SCIM client. */
export interface ScimTarget {
  /** When the valid bearers expire. */
  expiries: readonly Date[];
  lastInboundAt: Date | null;
  clock: () => number;
}

const dayMs = 86_400_000;
const soonMs = 30 * dayMs;

/** The test of a SCIM directory: whether its client can call, and does. */
export const scimDiagnosis = ({ expiries, lastInboundAt, clock }: ScimTarget): Diagnosis => ({
  kind: 'scim',
  summary: () => ({
    bearers: expiries.length,
    lastInboundAt: isoTime(lastInboundAt),
  }),
  steps: [
    {
      name: 'bearer_present',
      run: async () => {
        if (expiries.length === 0)
          throw new SourceFault('bearer_missing', 'The directory has no active SCIM bearer.');
      },
    },
    {
      name: 'bearer_expiry',
      run: async () => {
        const latest = Math.max(...expiries.map((expiry) => expiry.getTime()));
        const evidence = { expiresAt: new Date(latest).toISOString() };
        if (latest > clock() + soonMs) return { evidence };
        const detail = 'The last SCIM bearer expires within 30 days; rotate it.';
        return { warning: { code: 'bearer_expiring', detail }, evidence };
      },
    },
    {
      name: 'inbound_traffic',
      run: async () => {
        if (lastInboundAt !== null && lastInboundAt.getTime() > clock() - dayMs) return {};
        throw new SourceFault(
          'no_inbound_traffic',
          'The SCIM client has not sent a request in the last 24 hours; start its provisioning.',
        );
      },
    },
  ],
});
