import type { PlatformEvent } from '@platform/contracts';
import { eventFacts } from '../event-facts.ts';
import type { EventFacts } from '../event-facts.ts';

const severities = {
  low: [1, 'Informational'],
  medium: [3, 'Medium'],
  high: [4, 'High'],
} as const;

/** The place of an event in OCSF 1.3.0: its class, and the activity within the class. */
interface Placement {
  categoryUid: number;
  classUid: number;
  className: string;
  activityId: number;
}

const other = 99;

/** Activities of Account Change (3001). */
const accountChanges: Readonly<Record<string, number>> = {
  'user.created': 1,
  'user.reactivated': 2,
  'user.password_changed': 3,
  'user.password_reset_requested': 4,
  'user.password_reset_required': 4,
  'user.suspended': 5,
  'user.deactivated': 5,
  'user.deleted': 6,
  'user.erased': 6,
  'user.credential_locked': 9,
  'user.authenticator_added': 10,
  'user.authenticator_removed': 11,
};

/** Activities of Authentication (3002). */
const authentications: Readonly<Record<string, number>> = {
  'user.signed_in': 1,
  'user.sign_in_failed': 1,
  'user.signed_out': 2,
  'user.sessions_revoked': 2,
  'federation.login_succeeded': 1,
  'federation.login_failed': 1,
};

/** Activities of User Access Management (3005). */
const accessChanges: Readonly<Record<string, number>> = {
  'role.assigned': 1,
  'role.unassigned': 2,
  'pim.activation_started': 1,
  'pim.activation_revoked': 2,
  'pim.activation_expired': 2,
  'pim.eligibility_created': 1,
  'pim.eligibility_deleted': 2,
  'pim.eligibility_expired': 2,
};

/** Activities of Group Management (3006). */
const groupChanges: Readonly<Record<string, number>> = {
  'directory.group_member_added': 3,
  'directory.group_member_removed': 4,
  'directory.group_deleted': 5,
  'directory.group_created': 6,
};

const methodActivities: readonly [RegExp, number][] = [
  [/(Create|Add|Register|Start|Configure|Put|Invite)(?![a-z])/, 1],
  [/(Get|List|Read|Search)(?![a-z])/, 2],
  [/(Update|Patch|Set|Replace|Rotate|Activate|Suspend)(?![a-z])/, 3],
  [/(Delete|Remove|Revoke|Clear|Unbind)(?![a-z])/, 4],
];

const changeOf = (type: string): number => {
  if (/(created|added|registered)$/.test(type)) return 1;
  if (/(updated|changed|put|rotated)$/.test(type)) return 3;
  return /(deleted|removed|erased)$/.test(type) ? 4 : other;
};

const iam = (classUid: number, className: string, activityId: number | undefined): Placement => ({
  categoryUid: 3,
  classUid,
  className,
  activityId: activityId ?? other,
});

function placementOf(type: string, operationId: string | undefined): Placement {
  if (type === 'audit.recorded') {
    const found = methodActivities.find(([pattern]) => pattern.test(operationId ?? ''));
    return {
      categoryUid: 6,
      classUid: 6003,
      className: 'API Activity',
      activityId: found?.[1] ?? other,
    };
  }
  if (type in authentications) return iam(3002, 'Authentication', authentications[type]);
  if (type.startsWith('user.')) return iam(3001, 'Account Change', accountChanges[type]);
  if (type in groupChanges || type.startsWith('directory.group_'))
    return type.includes('role_mapping')
      ? iam(3005, 'User Access Management', type.endsWith('created') ? 1 : 2)
      : iam(3006, 'Group Management', groupChanges[type]);
  if (type.startsWith('pim.') || type in accessChanges)
    return iam(3005, 'User Access Management', accessChanges[type]);
  return iam(3004, 'Entity Management', changeOf(type));
}

const account = (id: string, type: string) => ({
  uid: id,
  type,
  type_id: type === 'user' ? 1 : other,
});

/** Returns the members that a class requires besides the common ones. */
function membersOf(
  { classUid }: Placement,
  event: PlatformEvent,
  { ip, operationId, requestId, outcome }: EventFacts,
): Record<string, unknown> {
  const { subject, data } = event;
  const source = ip === undefined ? {} : { src_endpoint: { ip } };
  switch (classUid) {
    case 3002:
      return {
        user: account(subject.id, subject.type),
        service: { name: 'Platform' },
        is_remote: true,
        ...source,
      };
    case 3001:
      return { user: account(subject.id, subject.type), ...source };
    case 3005:
      return {
        user: account(idIn(data, 'user') ?? event.actor.id, 'user'),
        privileges: [String(idIn(data, 'role') ?? subject.id)],
        ...source,
      };
    case 3006:
      return { group: { uid: subject.id }, ...memberOf(event), ...source };
    case 6003:
      return {
        api: {
          operation: operationId ?? event.type,
          service: { name: 'Platform' },
          ...(requestId === undefined ? {} : { request: { uid: requestId } }),
          response: {
            code: Number(data['status'] ?? 0),
            ...(outcome === undefined || outcome === 'success' ? {} : { error: outcome }),
          },
        },
        // The class requires an endpoint; an audit record of a service has no address.
        src_endpoint: ip === undefined ? { svc_name: event.actor.type } : { ip },
      };
    default:
      return { entity: { uid: subject.id, type: subject.type, name: subject.id }, ...source };
  }
}

/** Group Management requires a user or privileges: an event with several members or none names no user. */
function memberOf({ data }: PlatformEvent): Record<string, unknown> {
  const members = Array.isArray(data['members']) ? data['members'] : [];
  const { userId } = (members.length === 1 ? members[0] : {}) as { userId?: unknown };
  return typeof userId === 'string' ? { user: account(userId, 'user') } : { privileges: [] };
}

const idIn = (data: Record<string, unknown>, name: string): string | undefined => {
  const { id } = (data[name] ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
};

/** Classes whose `actor` comes only from the profile `host`. */
const actorByProfile = new Set([3004, 3005, 3006]);

/** Returns the profiles of the document's attributes; an attribute is not allowed without its profile. */
const profilesOf = ({ classUid }: Placement, { organizationId }: PlatformEvent): string[] => [
  ...(organizationId === null ? [] : ['cloud']),
  ...(actorByProfile.has(classUid) ? ['host'] : []),
];

const statuses = {
  success: [1, 'Success'],
  failure: [2, 'Failure'],
  denied: [2, 'Failure'],
} as const;

/** Open Cybersecurity Schema Framework 1.3.0, one document. */
export function ocsfDocument(event: PlatformEvent): Record<string, unknown> {
  const facts = eventFacts(event);
  const placement = placementOf(event.type, facts.operationId);
  const { categoryUid, classUid, className, activityId } = placement;
  const [severityId, severity] = severities[facts.severity];
  const [statusId, status] = facts.outcome ? statuses[facts.outcome] : [0, 'Unknown'];
  return {
    category_uid: categoryUid,
    category_name: categoryUid === 3 ? 'Identity & Access Management' : 'Application Activity',
    class_uid: classUid,
    class_name: className,
    activity_id: activityId,
    ...(activityId === other ? { activity_name: event.type } : {}),
    type_uid: classUid * 100 + activityId,
    severity_id: severityId,
    severity,
    status_id: statusId,
    status,
    time: Date.parse(event.occurredAt),
    message: facts.description,
    metadata: {
      version: '1.3.0',
      uid: event.id,
      event_code: event.type,
      profiles: profilesOf(placement, event),
      product: { name: 'Tenant Management', vendor_name: 'Platform' },
    },
    actor: { user: account(event.actor.id, event.actor.type) },
    ...(event.organizationId === null
      ? {}
      : { cloud: { provider: 'Platform', org: { uid: event.organizationId } } }),
    ...membersOf(placement, event, facts),
    ...(facts.userAgent === undefined ? {} : { http_request: { user_agent: facts.userAgent } }),
    unmapped: { event },
  };
}
