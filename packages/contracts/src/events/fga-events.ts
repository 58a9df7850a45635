import { accessPolicyEvents } from './access-policy-events.ts';
import { fgaStoreEvents } from './fga-store-events.ts';
import { medium, outline } from './outline.ts';
import { pimEvents } from './pim-events.ts';
import { roleEvents } from './role-events.ts';

const fgaExport = outline('fga', 'fga_export', 'fgx', { resource: 'export' });
const client = outline('fga', 'client', 'app');

/** Facts of models, roles, policies, elevation and entitlements. */
export const fgaEvents = {
  ...roleEvents,
  ...fgaStoreEvents,
  'fga.export_created': fgaExport('An export of relation tuples was asked for.', medium),
  'fga.export_completed': fgaExport('An export of relation tuples is ready.'),
  'fga.export_failed': fgaExport('An export of relation tuples failed.', medium),
  'fga.export_deleted': fgaExport('An export of relation tuples was deleted.'),

  ...accessPolicyEvents,
  ...pimEvents,

  'token_claims.enabled': client('Access claims are added to an application\'s tokens.', medium),
  'token_claims.disabled': client('Access claims are no longer added to an application\'s tokens.', medium),
};
