import { z } from 'zod';
import { high, medium, outline } from './outline.ts';
import { roleEvents } from './role-events.ts';

const model = outline('fga', 'fga_model', 'mdl');
const store = outline('fga', 'fga_store', 'fgs');
const fgaExport = outline('fga', 'fga_export', 'fge');
const policy = outline('fga', 'access_policy', 'pol');
const eligibility = outline('fga', 'eligible_assignment', 'elg');
const activation = outline('fga', 'activation', 'act');
const client = outline('fga', 'client', 'app');

const approver = { data: { approver: z.string().nullable() }, example: { approver: 'usr_01m7vqhvjpfrhtg5g075cmmcw9' } };
const endReason = { data: { endReason: z.string() }, example: { endReason: 'revoked' } };

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

  'policy.created': policy('An access policy was created.', high),
  'policy.updated': policy('An access policy was changed.', high),
  'policy.deleted': policy('An access policy was deleted.', high),

  'pim.eligibility_created': eligibility('Someone may ask to be elevated.', high),
  'pim.eligibility_deleted': eligibility('Someone may no longer ask to be elevated.', medium),
  'pim.eligibility_expired': eligibility('The right to ask for elevation ran out.'),
  'pim.activation_requested': activation('An elevation was asked for.', medium),
  'pim.activation_approved': activation('An elevation was approved.', { ...high, ...approver }),
  'pim.activation_scheduled': activation('An elevation starts later.', medium),
  'pim.activation_started': activation('Someone is elevated.', high),
  'pim.activation_denied': activation('An elevation was denied.', { ...medium, ...approver }),
  'pim.activation_cancelled': activation('A request for elevation was cancelled.'),
  'pim.activation_timed_out': activation('Nobody decided on a request for elevation.'),
  'pim.activation_revoked': activation('An elevation was ended before its time.', { ...high, ...endReason }),
  'pim.activation_expired': activation('An elevation ran out.', { ...medium, data: endReason.data, example: { endReason: 'expired' } }),

  'token_claims.enabled': client('Access claims are added to an application\'s tokens.', medium),
  'token_claims.disabled': client('Access claims are no longer added to an application\'s tokens.', medium),
};
