import { isId, idPrefixes } from './ids.ts';
import type { IdKind } from './ids.ts';

interface PathResource {
  /** Name of the resource, in the singular. */
  name: string;
  /** The kind of its ids; absent if callers choose the name. */
  kind?: IdKind;
}

const withIds = (name: string, kind: IdKind): PathResource => ({ name, kind });
const named = (name: string): PathResource => ({ name });

/** The resources that path parameters identify, by their segment and the one before it. */
export const pathResources: Readonly<Record<string, PathResource>> = {
  'access-policies/{id}': withIds('access policy', 'accessPolicy'),
  'access-requests/{requestId}': withIds('access request', 'accessRequest'),
  'activations/{id}': withIds('activation', 'activation'),
  'api-resources/{id}': withIds('API', 'apiResource'),
  'applications/{clientId}': named('application'),
  'attribute-schema/{id}': withIds('attribute definition', 'attributeDefinition'),
  'audit-records/{seq}': named('audit record'),
  'audit-exports/{exportId}': withIds('audit export', 'auditExport'),
  'bulk-jobs/{id}': withIds('bulk job', 'userBulkJob'),
  'client-bindings/{clientId}': named('client binding'),
  'authenticators/{enrollmentId}': withIds('enrollment', 'challenge'),
  'authenticators/{id}': withIds('authenticator', 'authenticator'),
  'clients/{clientId}': named('client'),
  'connections/{id}': withIds('connection', 'directory'),
  'consent-purposes/{purposeKey}': named('consent purpose'),
  'consents/{consentId}': withIds('consent', 'consent'),
  'contacts/{contactId}': named('contact'),
  'deliveries/{deliveryId}': withIds('delivery', 'webhookDelivery'),
  'devices/{id}': withIds('device', 'trustedDevice'),
  'detail-types/{type}': named('detail type'),
  'directories/{directoryId}': withIds('directory', 'directory'),
  'directories/{id}': withIds('directory', 'directory'),
  'domains/{domId}': withIds('domain', 'organizationDomain'),
  'domains/{domain}': named('login domain'),
  'eligible-assignments/{id}': withIds('eligible assignment', 'eligibleAssignment'),
  'email-templates/{type}': named('e-mail template'),
  'erasure-requests/{requestId}': withIds('erasure request', 'erasureRequest'),
  'erasure-veto-clients/{vetoClientId}': withIds('veto client', 'vetoClient'),
  'event-types/{type}': named('event type'),
  'events/{id}': withIds('event', 'event'),
  'exports/{id}': withIds('export', 'userExport'),
  'external_id/{externalId}': named('external id'),
  'group-role-mappings/{id}': withIds('group-role mapping', 'groupRoleMapping'),
  'holds/{holdId}': withIds('hold', 'erasureHold'),
  'hooks/{id}': withIds('hook', 'hook'),
  'identities/{id}': withIds('linked identity', 'linkedIdentity'),
  'invitations/{invId}': withIds('invitation', 'invitation'),
  'ip-rules/{ruleId}': withIds('IP rule', 'ipRule'),
  'jobs/{id}': withIds('import job', 'importJob'),
  'list-objects-exports/{id}': withIds('export', 'fgaExport'),
  'log-streams/{id}': withIds('log stream', 'sink'),
  'members/{userId}': withIds('member', 'user'),
  'models/{modelId}': withIds('authorization model', 'fgaModel'),
  'organizations/{orgId}': withIds('organization', 'organization'),
  'permissions/{id}': withIds('permission', 'permission'),
  'receivers/{receiverId}': withIds('receiver', 'ssfReceiver'),
  'recoveries/{recoveryId}': withIds('recovery', 'webhookRecovery'),
  'role-assignments/{id}': withIds('role assignment', 'roleAssignment'),
  'roles/{id}': withIds('role', 'role'),
  'scim-bearers/{bearerId}': withIds('SCIM bearer', 'scimBearer'),
  'scopes/{scope}': named('scope'),
  'secrets/{secretId}': withIds('secret', 'secret'),
  'sessions/{sessionId}': named('session'),
  'sign-in-methods/{methodId}': named('sign-in method'),
  'setup-links/{linkId}': withIds('setup link', 'setupLink'),
  'sinks/{id}': withIds('sink', 'sink'),
  'social-connectors/{provider}': named('social connector'),
  'templates/{templateId}': named('template'),
  'test-sign-ins/{testId}': withIds('test sign-in', 'testSignIn'),
  'uploads/{id}': withIds('upload', 'migrationUpload'),
  'users/{id}': withIds('user', 'user'),
  'versions/{version}': named('version'),
  'verifications/{verificationId}': withIds('audit verification', 'auditVerification'),
  'webhook-claim-schemas/{claimName}': named('claim schema'),
  'webhook-endpoints/{id}': withIds('webhook endpoint', 'webhookEndpoint'),
  '{clientId}/{docType}': named('document type'),
  '{docType}/{id}': withIds('legal document', 'legalDocument'),
};

interface NamedParameter {
  resource: PathResource;
  value: string;
}

function namedParameters(
  path: string,
  params: Readonly<Record<string, unknown>>,
): NamedParameter[] {
  const segments = path.split('/');
  return segments.flatMap((segment, i) => {
    const resource = segment.startsWith('{') && pathResources[`${segments[i - 1]}/${segment}`];
    return resource ? [{ resource, value: String(params[segment.slice(1, -1)]) }] : [];
  });
}

const shown = (value: string): string => (value.length > 80 ? `${value.slice(0, 80)}…` : value);
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function malformedId({ resource, value }: NamedParameter): string | undefined {
  const { name, kind } = resource;
  // The active model is addressed by that name.
  const isActive = kind === 'fgaModel' && value === 'active';
  if (!kind || isActive || isId(kind, value as unknown)) return undefined;
  const prefix = `${idPrefixes[kind]}_`;
  return value.startsWith(prefix)
    ? `"${shown(value)}" is not a complete ${name} id`
    : `${capitalized(name)} ids begin with ${prefix}`;
}

/**
 * Explains a 404: the path contains an id of the wrong form, or names a resource that does not
 * exist. Undefined if the path has no known parameter.
 */
export function notFoundDetail(
  path: string,
  params: Readonly<Record<string, unknown>>,
): string | undefined {
  const named = namedParameters(path, params);
  const malformed = named.map(malformedId).find((detail) => detail !== undefined);
  if (malformed !== undefined) return malformed;
  const [target, ...owners] = named.toReversed().map(({ resource, value }) => {
    return `${resource.name} ${shown(value)}`;
  });
  if (target === undefined) return undefined;
  const within = owners.length === 0 ? 'this tenant' : owners.join(' of ');
  return `No ${target} was found in ${within}`;
}
