import { service } from '@platform/kit/service';
import { composeCompliance } from './compose/compliance.ts';
import { complianceShape } from './config.ts';

/** Consents, legal documents, erasures, access requests, the audit log and shared signals. */
export const compliance = service({
  name: 'compliance',
  schema: 'compliance',
  migrations: new URL('../migrations/', import.meta.url),
  config: complianceShape,
  compose: composeCompliance,
});
