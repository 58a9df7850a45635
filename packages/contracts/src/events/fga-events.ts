import { accessPolicyEvents } from './access-policy-events.ts';
import { high, medium, outline } from './outline.ts';
import { pimEvents } from './pim-events.ts';
import { roleEvents } from './role-events.ts';

const model = outline('fga', 'fga_model', 'mdl');
const store = outline('fga', 'fga_store', 'fgs');
const fgaExport = outline('fga', 'fga_export', 'fge');
const client = outline('fga', 'client', 'app');

/** Facts of models, roles, policies, elevation and entitlements. */
export const fgaEvents = {
  ...roleEvents,
  'fga.model_written': model('A version of the authorization model was written.', medium),
  'fga.model_activated': model('A version of the authorization model is in force.', high),
  'fga.tuples_written': store('Relation tuples were written.'),
  'fga.export_created': fgaExport('An export of relation tuples was asked for.', medium),
  'fga.export_completed': fgaExport('An export of relation tuples is ready.'),
  'fga.export_failed': fgaExport('An export of relation tuples failed.', medium),
  'fga.export_deleted': fgaExport('An export of relation tuples was deleted.'),

  ...accessPolicyEvents,
  ...pimEvents,

  'token_claims.enabled': client('Access claims are added to an application\'s tokens.', medium),
  'token_claims.disabled': client('Access claims are no longer added to an application\'s tokens.', medium),
};
