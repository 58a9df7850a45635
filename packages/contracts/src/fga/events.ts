import { accessPolicyEvents } from './access-policy-events.ts';
import { fgaStoreEvents } from './fga-store-events.ts';
import { medium, outline } from '../events/outline.ts';
import { pimEvents } from './pim-events.ts';
import { roleEvents } from './role-events.ts';
import { tokenClaimsEvents } from './token-claims-events.ts';

const fgaExport = outline('fga', 'fga_export', 'fgx', { resource: 'export' });

/** Events of models, roles, policies, elevation, entitlements and token claims. */
export const fgaEvents = {
  ...roleEvents,
  ...fgaStoreEvents,
  'fga.export_created': fgaExport('An export of objects was requested.', medium),
  'fga.export_completed': fgaExport('An export of objects is ready.'),
  'fga.export_failed': fgaExport('An export of objects failed.', medium),
  'fga.export_deleted': fgaExport('An export of objects was deleted.'),

  ...accessPolicyEvents,
  ...pimEvents,
  ...tokenClaimsEvents,
};
