import { describe, expect, test } from 'vitest';
import { contextNames } from '../services.ts';
import { eventCatalog } from './catalog.ts';
import type { EventTypeName } from './catalog.ts';
import type { EventType } from './event.ts';
import { exampleEvent } from './example-event.ts';

const entries = Object.entries(eventCatalog) as [EventTypeName, EventType][];
const types = (family: string, facts: string): string[] =>
  facts
    .trim()
    .split(/\s+/)
    .map((fact) => `${family}.${fact}`);

/** The events of each emitter. Removing or renaming one breaks receivers. */
const promised: Record<string, string[]> = {
  directory: [
    ...types('user', 'created updated suspended reactivated deactivated deleted erased'),
    ...types(
      'organization',
      `created updated deleted member_added member_updated member_removed invitation_created invitation_resent invitation_accepted
      invitation_revoked invitation_expired domain_added domain_verified domain_failed domain_lapsed domain_removed setup_link_created
      setup_link_opened setup_link_renewed setup_link_completed setup_link_revoked`,
    ),
    ...types(
      'directory',
      `created updated activated degraded suspended resumed deleted credential_set credential_cleared bearer_minted bearer_rotated
      bearer_revoked bearer_expiring sync_completed sync_failed sync_halted group_created group_updated group_deleted group_member_added
      group_member_removed group_role_mapping_created group_role_mapping_deleted`,
    ),
    ...types(
      'attribute_schema',
      'definition_created definition_updated definition_deleted template_applied conformance_finished',
    ),
    'federation.connection_tested',
    ...types(
      'migration',
      'source_configured source_removed import_started import_completed import_failed import_cancelled',
    ),
    ...types('user_bulk_job', 'created completed cancelled failed'),
    ...types('user_export', 'created completed failed'),
  ],
  'identity-facade': [
    ...types(
      'user',
      `password_changed password_reset_requested password_reset_required authenticator_added authenticator_removed identity_linked
      identity_unlinked credential_locked credential_unlocked
      credential_compromised`,
    ),
    ...types('login_flow', 'activated client_bound client_unbound'),
    ...types(
      'login_experience',
      `branding_updated asset_uploaded domain_registered domain_verified domain_activated domain_failing domain_suspended domain_released
      email_template_updated email_template_deleted connector_created connector_updated connector_deleted`,
    ),
  ],
  hub: [
    ...types(
      'user',
      `signed_in sign_in_failed signed_out sessions_revoked assurance_changed consent_granted consent_revoked device_authorized
      device_attempts_exceeded refresh_token_reused account_linked`,
    ),
    ...types(
      'client',
      `created updated enabled disabled deleted secret_created secret_deleted secret_reconciled claims_webhook_set claims_webhook_cleared`,
    ),
    ...types(
      'api_resource',
      `created updated enabled disabled deleted scope_put scope_removed detail_type_put detail_type_removed client_granted client_revoked keys_rotated`,
    ),
    ...types('federation', 'login_succeeded login_failed jit_applied'),
    'token_claims.enrichment_failed',
    ...types('ip_rule', 'created deleted expiring expired'),
    ...types('tenant', 'created imported updated suspended reactivated deleted'),
  ],
  compliance: [
    ...types(
      'consent',
      'requested granted refused renewed changed withdrawn expired invalidated reconsent_required',
    ),
    ...types('legal_document', 'created activated retired deleted'),
    ...types(
      'erasure',
      'requested subject_deactivated hold_raised hold_lifted held deferred started stalled completed cancelled',
    ),
    ...types('access_request', 'created completed partial failed cancelled expired'),
    ...types('audit_export', 'created completed failed'),
    ...types('audit_verification', 'created completed failed'),
    'audit.checkpointed',
    ...types(
      'ssf',
      'receiver_registered receiver_verified receiver_enabled receiver_paused receiver_disabled receiver_failing receiver_removed',
    ),
  ],
  fga: [
    ...types(
      'fga',
      'store_created store_deleted model_written model_activated tuples_written export_created export_completed export_failed export_deleted',
    ),
    ...types('permission', 'created deleted'),
    ...types('role', 'created updated deleted assigned unassigned'),
    ...types('policy', 'created updated deleted'),
    ...types(
      'pim',
      `eligibility_created eligibility_updated eligibility_deleted eligibility_expired activation_requested activation_approved
      activation_scheduled activation_started activation_updated activation_denied activation_cancelled activation_timed_out activation_revoked activation_expired`,
    ),
    'entitlement.changed',
    ...types('token_claims', 'enabled disabled'),
  ],
  outbound: [
    ...types(
      'webhook',
      `endpoint_created endpoint_updated endpoint_deleted endpoint_failing endpoint_recovered endpoint_auto_disabled secret_rotated
      secret_revoked recovery_completed hook_changed claim_schema_put claim_schema_deleted test`,
    ),
    ...types(
      'siem',
      'sink_created sink_updated sink_deleted sink_failing sink_recovered sink_suspended sink_events_dropped test',
    ),
  ],
  'every service': ['audit.recorded', 'tenant.purged'],
};

describe('the event catalog', () => {
  test.each(Object.entries(promised))('contains exactly the events of %s', (emitter, names) => {
    expect(
      entries
        .filter(([, type]) => type.emittedBy === emitter)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...names].sort());
  });

  test.each(entries)(
    '%s: its example fits its own schema, and it names its subject',
    (name, type) => {
      expect(type.data.safeParse(type.example).error).toBeUndefined();
      expect(JSON.stringify(exampleEvent(name))).not.toContain('unknown');
      expect(type.description).toMatch(/^[A-Z].*\.$/);
    },
  );

  test('the events of every context are listed in this test', () =>
    expect(Object.keys(promised).sort()).toEqual([...contextNames, 'every service'].sort()));

  test('hides some events from subscribers', () => {
    expect(
      entries
        .filter(([, type]) => !type.subscribable)
        .map(([name]) => name)
        .sort(),
    ).toEqual([
      'audit.recorded',
      'siem.test',
      'tenant.created',
      'tenant.deleted',
      'tenant.imported',
      'tenant.purged',
      'tenant.reactivated',
      'tenant.suspended',
      'tenant.updated',
      'webhook.test',
    ]);
  });

  test('sends tenant events and audit records over separate streams', () => {
    const byChannel = (channel: string) =>
      entries
        .filter(([, type]) => type.channel === channel)
        .map(([name]) => name)
        .sort();
    expect(byChannel('platform')).toEqual(
      types('tenant', 'created deleted imported purged reactivated suspended updated'),
    );
    expect(byChannel('audit')).toEqual(['audit.recorded']);
  });
});
