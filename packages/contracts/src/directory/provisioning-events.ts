import { z } from 'zod';
import { high, medium, named, outline } from '../events/outline.ts';

const organization = outline('directory', 'organization', 'org');
const directory = outline('directory', 'directory', 'dir');
const group = outline('directory', 'group', 'dgrp');
const definition = outline('directory', 'attribute_definition', 'atd');
const template = outline('directory', 'attribute_template', 'template');
const source = outline('directory', 'migration_source', 'mgs');
const job = outline('directory', 'import_job', 'imj');
const bulkJob = outline('directory', 'user_bulk_job', 'ubj');
const userExport = outline('directory', 'user_export', 'uex');

const counts = {
  data: { counts: z.record(z.string(), z.int()) },
  example: { counts: { created: 12, updated: 3, failed: 0 } },
};
const error = { data: { error: z.string().nullable() }, example: { error: 'upstream_timeout' } };
const invitation = {
  data: { invitation: named },
  example: { invitation: { id: 'inv_01m7vqhvjpfrhtg5g075cmmcw9' } },
};
const domain = {
  data: { domain: named },
  example: { domain: { id: 'dom_01m7vqhvjpfrhtg5g075cmmcw9', domain: 'initech.example' } },
};
const setupLink = {
  data: { setupLink: named },
  example: { setupLink: { id: 'sul_01m7vqhvjpfrhtg5g075cmmcw9', intents: ['sso', 'domains'] } },
};
const bearer = {
  data: {
    bearer: z.looseObject({ id: z.string(), last4: z.string(), expiresAt: z.string().nullable() }),
  },
  example: { bearer: { id: 'sbr_01m7vqhvjpfrhtg5g075cmmcw9', last4: 'k3Zx', expiresAt: null } },
};
const mapping = {
  data: { mapping: named },
  example: { mapping: { id: 'grm_01m7vqhvjpfrhtg5g075cmmcw9', role: 'admin' } },
};
const members = {
  data: {
    members: z.array(z.looseObject({ id: z.string(), userId: z.string().nullable() })).max(500),
  },
  example: {
    members: [{ id: 'dusr_01m7vqhvjpfrhtg5g075cmmcw9', userId: 'usr_01m7vqhvjpfrhtg5g075cmmcw9' }],
  },
};

/** Events of invitations, domains, directories and provisioning. */
export const provisioningEvents = {
  'organization.invitation_created': organization(
    'An invitation to an organization was created.',
    invitation,
  ),
  'organization.invitation_resent': organization('An invitation was resent.', invitation),
  'organization.invitation_accepted': organization('An invitation was accepted.', invitation),
  'organization.invitation_revoked': organization('An invitation was revoked.', invitation),
  'organization.invitation_expired': organization('An invitation expired.', invitation),
  'organization.domain_added': organization('A domain was claimed for an organization.', domain),
  'organization.domain_verified': organization('A domain was verified.', {
    ...medium,
    ...domain,
  }),
  'organization.domain_failed': organization('The verification of a domain failed.', domain),
  'organization.domain_lapsed': organization('The verification of a domain lapsed.', {
    ...medium,
    ...domain,
  }),
  'organization.domain_removed': organization('A domain was removed from an organization.', {
    ...medium,
    ...domain,
  }),

  'organization.setup_link_created': organization('A setup link was created.', {
    ...high,
    ...setupLink,
  }),
  'organization.setup_link_opened': organization('A setup link was opened.', {
    ...medium,
    ...setupLink,
  }),
  'organization.setup_link_renewed': organization(
    'The recipient of a setup link had a new one sent.',
    { ...medium, ...setupLink },
  ),
  'organization.setup_link_completed': organization(
    'The contact with a setup link reported that the setup is complete.',
    setupLink,
  ),
  'organization.setup_link_revoked': organization('A setup link was revoked.', {
    ...medium,
    ...setupLink,
  }),

  'directory.created': directory('A directory was connected.', medium),
  'directory.updated': directory('A directory was updated.'),
  'directory.activated': directory('A directory was activated.', medium),
  'directory.degraded': directory(
    'A directory is degraded because its last probes or synchronizations failed.',
    {
      ...medium,
      ...error,
    },
  ),
  'directory.suspended': directory('A directory was suspended.', medium),
  'directory.resumed': directory('A suspended directory was resumed.'),
  'directory.deleted': directory('A directory was deleted.', high),
  'directory.credential_set': directory('The credential of a directory was set.', high),
  'directory.credential_cleared': directory('The credential of a directory was deleted.', medium),
  'directory.bearer_minted': directory('A SCIM bearer token was created.', {
    ...high,
    ...bearer,
  }),
  'directory.bearer_rotated': directory('A SCIM bearer token was rotated.', {
    ...high,
    ...bearer,
  }),
  'directory.bearer_revoked': directory('A SCIM bearer token was revoked.', {
    ...medium,
    ...bearer,
  }),
  'directory.bearer_expiring': directory('A SCIM bearer token is about to expire.', {
    ...medium,
    ...bearer,
  }),
  'directory.sync_completed': directory('A synchronization completed.', counts),
  'directory.sync_failed': directory('A synchronization failed.', { ...medium, ...error }),
  'directory.sync_halted': directory(
    'A synchronization was halted because it would have removed too many users, groups or memberships.',
    {
      ...high,
      ...counts,
    },
  ),
  'directory.group_created': group('A group was created by a directory.'),
  'directory.group_updated': group('A group was updated by a directory.'),
  'directory.group_deleted': group('A group was deleted by a directory.'),
  'directory.group_member_added': group(
    'Users were added to a group. One event contains at most 500 users.',
    members,
  ),
  'directory.group_member_removed': group(
    'Users were removed from a group. One event contains at most 500 users.',
    members,
  ),
  'directory.group_role_mapping_created': directory('A group-role mapping was created.', {
    ...high,
    ...mapping,
  }),
  'directory.group_role_mapping_deleted': directory('A group-role mapping was deleted.', {
    ...high,
    ...mapping,
  }),

  'attribute_schema.definition_created': definition('An attribute definition was created.'),
  'attribute_schema.definition_updated': definition('An attribute definition was updated.'),
  'attribute_schema.definition_deleted': definition('An attribute definition was deleted.'),
  'attribute_schema.template_applied': template(
    'A template of attribute definitions was applied.',
    { data: { created: z.array(named) }, example: { created: [] } },
  ),
  'attribute_schema.conformance_finished': definition(
    'A conformance scan of stored attributes finished.',
    counts,
  ),

  'federation.connection_tested': directory('A federation connection was tested.', error),

  'migration.source_configured': source('A migration source was configured.', medium),
  'migration.source_removed': source('A migration source was deleted.', medium),
  'migration.import_started': job('An import started.', medium),
  'migration.import_completed': job('An import completed.', counts),
  'migration.import_failed': job('An import failed.', { ...medium, ...counts }),
  'migration.import_cancelled': job('An import was cancelled.', counts),

  'user_bulk_job.created': bulkJob('A bulk job on users was created.', medium),
  'user_bulk_job.completed': bulkJob('A bulk job on users was completed.', medium),
  'user_bulk_job.cancelled': bulkJob('A bulk job on users was cancelled.', medium),
  'user_bulk_job.failed': bulkJob('A bulk job on users failed.', medium),

  'user_export.created': userExport('An export of users was requested.', medium),
  'user_export.completed': userExport('An export of users is ready.', medium),
  'user_export.failed': userExport('An export of users failed.', medium),
};
