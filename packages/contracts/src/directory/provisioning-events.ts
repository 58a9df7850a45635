import { z } from 'zod';
import { high, medium, named, outline } from '../events/outline.ts';

const organization = outline('directory', 'organization', 'org');
const directory = outline('directory', 'directory', 'dir');
const group = outline('directory', 'group', 'grp');
const definition = outline('directory', 'attribute_definition', 'atd');
const source = outline('directory', 'migration_source', 'mig');
const job = outline('directory', 'import_job', 'imp');

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
const bearer = {
  data: {
    bearer: z.looseObject({ id: z.string(), last4: z.string(), expiresAt: z.string().nullable() }),
  },
  example: { bearer: { id: 'tok_01m7vqhvjpfrhtg5g075cmmcw9', last4: 'k3Zx', expiresAt: null } },
};
const mapping = {
  data: { mapping: named },
  example: { mapping: { id: 'map_01m7vqhvjpfrhtg5g075cmmcw9', role: 'admin' } },
};
const member = {
  data: { user: named },
  example: { user: { id: 'usr_01m7vqhvjpfrhtg5g075cmmcw9' } },
};

/** Facts of invitations, domains, directories and what they bring in. */
export const provisioningEvents = {
  'organization.invitation_created': organization(
    'Someone was invited to an organization.',
    invitation,
  ),
  'organization.invitation_resent': organization('An invitation was sent again.', invitation),
  'organization.invitation_accepted': organization('An invitation was accepted.', invitation),
  'organization.invitation_revoked': organization('An invitation was taken back.', invitation),
  'organization.invitation_expired': organization('An invitation ran out.', invitation),
  'organization.domain_added': organization('A domain was claimed for an organization.', domain),
  'organization.domain_verified': organization('The claim to a domain was proven.', {
    ...medium,
    ...domain,
  }),
  'organization.domain_failed': organization('The claim to a domain could not be proven.', domain),
  'organization.domain_lapsed': organization('The proof of a domain is gone.', {
    ...medium,
    ...domain,
  }),
  'organization.domain_removed': organization('A domain was removed from an organization.', {
    ...medium,
    ...domain,
  }),

  'directory.created': directory('A directory was connected.', medium),
  'directory.updated': directory('A directory was changed.'),
  'directory.activated': directory('A directory takes part from now on.', medium),
  'directory.degraded': directory('A directory works no longer as it should.', {
    ...medium,
    ...error,
  }),
  'directory.suspended': directory('A directory was suspended.', medium),
  'directory.resumed': directory('A suspended directory takes part again.'),
  'directory.deleted': directory('A directory was deleted.', high),
  'directory.credential_set': directory('The credential for a directory was set.', high),
  'directory.credential_cleared': directory('The credential for a directory was cleared.', medium),
  'directory.bearer_minted': directory('A bearer for provisioning was minted.', {
    ...high,
    ...bearer,
  }),
  'directory.bearer_rotated': directory('A bearer for provisioning was rotated.', {
    ...high,
    ...bearer,
  }),
  'directory.bearer_revoked': directory('A bearer for provisioning was revoked.', {
    ...medium,
    ...bearer,
  }),
  'directory.bearer_expiring': directory('A bearer for provisioning ends soon.', {
    ...medium,
    ...bearer,
  }),
  'directory.sync_completed': directory('A synchronisation ended well.', counts),
  'directory.sync_failed': directory('A synchronisation failed.', { ...medium, ...error }),
  'directory.sync_halted': directory('A synchronisation stopped before it would remove too much.', {
    ...high,
    ...counts,
  }),
  'directory.group_created': group('A group came in from a directory.'),
  'directory.group_updated': group('A group of a directory was changed.'),
  'directory.group_deleted': group('A group of a directory is gone.'),
  'directory.group_member_added': group('Someone became a member of a group.', member),
  'directory.group_member_removed': group('Someone is no longer a member of a group.', member),
  'directory.group_role_mapping_created': group('A group gives a role from now on.', {
    ...high,
    ...mapping,
  }),
  'directory.group_role_mapping_deleted': group('A group gives a role no more.', {
    ...high,
    ...mapping,
  }),

  'attribute_schema.definition_created': definition('An attribute was defined.'),
  'attribute_schema.definition_updated': definition('The definition of an attribute was changed.'),
  'attribute_schema.definition_deleted': definition('The definition of an attribute was deleted.'),
  'attribute_schema.template_applied': definition('Definitions were taken over from a template.'),
  'attribute_schema.conformance_finished': definition(
    'Profiles were held against their definitions.',
    counts,
  ),

  'federation.connection_tested': directory('The connection to an upstream was tested.', error),

  'migration.source_configured': source('A source of legacy accounts was configured.', medium),
  'migration.source_removed': source('A source of legacy accounts was removed.', medium),
  'migration.import_started': job('An import started.', medium),
  'migration.import_completed': job('An import ended.', counts),
  'migration.import_failed': job('An import failed.', { ...medium, ...counts }),
  'migration.import_cancelled': job('An import was cancelled.', counts),
};
