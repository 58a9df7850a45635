import { accessPolicy } from './access-policy.ts';
import { apiClient } from './api-client.ts';
import { apiDefaultScopes } from './api-default-scopes.ts';
import { apiDetailType } from './api-detail-type.ts';
import { apiResource } from './api-resource.ts';
import { apiScope } from './api-scope.ts';
import { application } from './application.ts';
import { attributeSettings } from './attribute-settings.ts';
import { attribute } from './attribute.ts';
import { branding } from './branding.ts';
import { complianceProfile } from './compliance-profile.ts';
import { consentPurpose } from './consent-purpose.ts';
import { customClaim } from './custom-claim.ts';
import { directory } from './directory.ts';
import { emailTemplate } from './email-template.ts';
import { erasureVetoClient } from './erasure-veto-client.ts';
import { groupRoleMapping } from './group-role-mapping.ts';
import { hook } from './hook.ts';
import { ipRule } from './ip-rule.ts';
import type { AnyKind } from './kind.ts';
import { legalDocument } from './legal-document.ts';
import { loginDomain } from './login-domain.ts';
import { loginFlowBinding } from './login-flow-binding.ts';
import { loginFlow } from './login-flow.ts';
import { migrationSource } from './migration-source.ts';
import { organization } from './organization.ts';
import { permission } from './permission.ts';
import { relationshipModel } from './relationship-model.ts';
import { roleAssignment } from './role-assignment.ts';
import { role } from './role.ts';
import { siemSink } from './siem-sink.ts';
import { socialConnector } from './social-connector.ts';
import { ssfReceiver } from './ssf-receiver.ts';
import { tenant } from './tenant.ts';
import { tokenClaims } from './token-claims.ts';
import { webhookEndpoint } from './webhook-endpoint.ts';

const declared: readonly AnyKind[] = [
  accessPolicy,
  apiClient,
  apiDefaultScopes,
  apiDetailType,
  apiResource,
  apiScope,
  application,
  attribute,
  attributeSettings,
  branding,
  complianceProfile,
  consentPurpose,
  customClaim,
  directory,
  emailTemplate,
  erasureVetoClient,
  groupRoleMapping,
  hook,
  ipRule,
  legalDocument,
  loginDomain,
  loginFlow,
  loginFlowBinding,
  migrationSource,
  organization,
  permission,
  relationshipModel,
  role,
  roleAssignment,
  siemSink,
  socialConnector,
  ssfReceiver,
  tenant,
  tokenClaims,
  webhookEndpoint,
];

/** The kinds that have to be there before one of this kind. */
const requirementsOf = ({ references, after }: AnyKind): readonly AnyKind[] => [
  ...new Set([...references.map(({ to }) => to), ...after]),
];

/** Sorts kinds so that each comes after those that it refers to. */
function inOrder(kinds: readonly AnyKind[]): AnyKind[] {
  const sorted = new Set<AnyKind>();
  const add = (kind: AnyKind): void => {
    if (sorted.has(kind)) return;
    for (const required of requirementsOf(kind)) add(required);
    sorted.add(kind);
  };
  for (const kind of kinds) add(kind);
  return [...sorted];
}

/** All kinds, in the order in which they are created. */
export const kinds: readonly AnyKind[] = inOrder(declared);

/** The names of all kinds. */
export const kindNames: readonly string[] = kinds.map(({ name }) => name);
