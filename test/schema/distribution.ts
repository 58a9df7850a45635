import type { ContextName } from '@platform/contracts';

/** How the tables of a schema are distributed over the nodes of a Citus cluster. */
export interface Distribution {
  /** By `tenant_id`: all rows of a tenant are on one node. */
  byTenant: readonly string[];
  /** Copied to every node, with the reason. */
  reference: Readonly<Record<string, string>>;
  /** On the coordinator, with the reason. */
  local: Readonly<Record<string, string>>;
  /** On the coordinator until the gap is closed, and by `tenant_id` from then on. */
  pending: Readonly<Record<string, string>>;
}

const names = (text: string): string[] => text.trim().split(/\s+/);

const triggerGap = (what: string): string =>
  `a row trigger ${what}; Citus allows it on a distributed table only with citus.enable_unsafe_triggers`;
const claimed =
  'a claim locks rows of many tenants (FOR UPDATE SKIP LOCKED), which Citus does within one tenant only';
const consentGap = 'refers to consents, which are pending';

/** Triggers for pods of the previous release; `deploy/citus.sql` drops them before it distributes. */
export const droppedTriggers: readonly string[] = ['outbox__pending'];

/** The tables of the kit, in every schema. */
export const ofTheKit: Distribution = {
  byTenant: names(
    `consumed_event data_subject_request idempotency_key outbox outbox_pending purged_tenant tenant_import`,
  ),
  reference: {},
  local: {
    job: claimed,
    lease: 'named by the work of a pod, across tenants',
    outbox_published: 'what a relay published in one batch, of many tenants',
    schema_migration: 'the state of the schema',
    stream_holder: 'which pod reads which partition of a stream',
    stream_position:
      'the position in a partition of a stream, of many tenants; moved in the transaction of a tenant, which takes two nodes',
  },
  pending: {},
};

/** The other tables of each service. */
export const distributions: Readonly<Record<ContextName, Distribution>> = {
  hub: {
    byTenant:
      names(`account_consent account_link_intent activate_attempt api_client api_detail_type api_resource api_scope
      application application_secret claims_webhook device_poll federation_response ip_rule ip_rule_set
      login_session oidc_artifact rate_windows spent_assertion tenant_arrival test_sign_in token_cutoff web_session`),
    reference: {
      tenant: 'read to find the tenant of a request, before its node is known',
      slug_reservation: 'a label is unique across tenants, and found before the tenant is known',
      signing_key: 'keys of the platform, read by every process',
      compromised_document_key: 'keys of the platform, read by every process',
    },
    local: {
      tenant_request: 'the id of a request is unique across tenants; written once per tenant',
    },
    pending: {},
  },
  'identity-facade': {
    byTenant:
      names(`authenticators branding branding_assets branding_pictures branding_themes challenges credential_imports credential_throttle
      deactivated_subjects devices email_messages email_templates external_identities login_active_users
      login_analytics login_events_seen login_flow_activations login_flow_bindings login_flow_drafts
      login_flow_heads login_flow_versions login_previews login_rollup_daily moved_peppers password_credentials rate_windows
      recovery_codes security_events social_attempts social_connectors`),
    reference: {
      login_domain_claims:
        'a domain belongs to one tenant, and is found before the tenant is known',
    },
    local: {},
    pending: {
      login_domains: triggerGap(
        'releases the claim of a deleted domain, which is not of one tenant',
      ),
    },
  },
  directory: {
    byTenant:
      names(`attribute_definitions attribute_settings connector_credentials counter_steps counters credential_batch
      credential_handover directories directory_group_members directory_groups directory_user_terms
      directory_users erasure_suppressions group_role_mappings import_errors import_jobs invitations memberships
      migration_sources migration_uploads organization_domains organizations pending_emails provisioned_logins
      retired_directory_groups retired_directory_users scim_bearers scim_requests setup_links sync_pages
      sync_runs unique_attribute_values user_activity user_bulk_job_failures user_bulk_job_pages user_bulk_jobs
      user_export_parts user_exports user_identifiers user_preferences user_search user_tombstones
      user_unverified_emails users`),
    reference: {},
    local: {},
    pending: {},
  },
  compliance: {
    byTenant:
      names(`access_parts access_requests audit_checkpoints audit_erased_people audit_export_parts audit_exports
      audit_heads audit_seen audit_verifications compliance_profiles consent_purpose_versions consent_purposes
      erasure_holds erasure_identifiers erasure_requests erasure_tasks erasure_veto_clients legal_documents
      legal_floors legal_slots`),
    reference: {},
    local: {
      ssf_receivers: claimed,
      ssf_removed_subjects: 'refers to ssf_receivers, which are claimed across tenants',
      ssf_tokens: 'refers to ssf_receivers, which are claimed across tenants',
    },
    pending: {
      audit_records: triggerGap('keeps records from being changed'),
      audit_personal: triggerGap('keeps records from being changed, except by erasure'),
      consents: triggerGap('keeps live consents from being deleted'),
      consent_history: triggerGap('keeps the history, and notes who took part'),
      consent_notices: consentGap,
      consent_participants: consentGap,
      consent_receipts: consentGap,
    },
  },
  fga: {
    byTenant:
      names(`access_policies access_policy_clients activation_approvals activations eligibilities entitlement_sets
      entitlements fga_assertions fga_changes fga_export_pages fga_exports fga_models permissions
      relation_tuples role_assignments role_permissions roles token_claims`),
    reference: {
      fga_stores: 'the id of a store is unique across tenants; few rows, changed rarely',
    },
    local: {},
    pending: {},
  },
  outbound: {
    byTenant:
      names(`audit_events claim_schemas event_heads event_trim events hooks rate_windows siem_cursors
      webhook_attempts webhook_deliveries webhook_endpoints webhook_recoveries webhook_secrets`),
    reference: {},
    local: { siem_sinks: claimed, webhook_lanes: claimed },
    pending: {},
  },
};
