import type { ContextName } from '@platform/contracts';

const names = (text: string): string[] => text.trim().split(/\s+/);

/**
 * The tables whose rows move with a tenant to another installation. A new table of a tenant is
 * listed here, or in `services/<context>/src/compose/moved-rows.ts` with the reason why its rows
 * stay behind.
 */
export const movedTables: Readonly<Record<ContextName, readonly string[]>> = {
  hub: names(`
    account_consent api_client api_detail_type api_resource api_scope application application_secret
    claims_webhook ip_rule ip_rule_set
  `),
  'identity-facade': names(`
    authenticators branding branding_assets branding_pictures branding_themes credential_imports
    deactivated_subjects devices email_templates external_identities login_active_users
    login_analytics login_domains login_flow_activations login_flow_bindings login_flow_drafts
    login_flow_heads login_flow_versions login_rollup_daily moved_peppers password_credentials recovery_codes
    security_events social_connectors
  `),
  directory: names(`
    attribute_definitions attribute_settings connector_credentials counters directories
    directory_group_members directory_groups directory_user_terms directory_users
    erasure_suppressions group_role_mappings invitations memberships migration_sources
    organization_domains organizations pending_emails provisioned_logins retired_directory_groups
    retired_directory_users scim_bearers setup_links sync_runs unique_attribute_values user_activity
    user_identifiers user_preferences user_search user_tombstones user_unverified_emails users
  `),
  compliance: names(`
    audit_checkpoints audit_erased_people audit_heads audit_personal audit_records
    audit_verifications compliance_profiles consent_history consent_notices consent_participants
    consent_purpose_versions consent_purposes consent_receipts consents erasure_holds
    erasure_identifiers erasure_requests erasure_tasks erasure_veto_clients legal_documents
    legal_floors legal_slots ssf_receivers ssf_removed_subjects
  `),
  fga: names(`
    access_policies access_policy_clients activation_approvals activations eligibilities
    entitlement_sets entitlements fga_assertions fga_changes fga_models fga_stores permissions
    relation_tuples role_assignments role_permissions roles token_claims
  `),
  outbound: names(`
    audit_events claim_schemas event_heads event_trim events hooks siem_cursors siem_sinks
    webhook_attempts webhook_deliveries webhook_endpoints webhook_lanes webhook_recoveries
    webhook_secrets
  `),
};
