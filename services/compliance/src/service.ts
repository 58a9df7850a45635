import { service } from '@platform/kit/service';
import { composeCompliance } from './compose/compliance.ts';
import type { SsfOptions } from './compose/ssf.ts';
import { complianceShape } from './config.ts';

/** Consents, legal documents, erasures, access requests, the audit log and shared signals. `options` are for tests. */
export const complianceService = (options: SsfOptions = {}) =>
  service({
    name: 'compliance',
    schema: 'compliance',
    migrations: new URL('../migrations/', import.meta.url),
    config: complianceShape,
    compose: (platform, config) => composeCompliance(platform, config, options),
  });

export const compliance = complianceService();
