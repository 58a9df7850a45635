import type { PlatformEvent } from '@platform/contracts';
import { eventFacts } from '../event-facts.ts';

const severities = { low: 3, medium: 5, high: 8 };

/** Categories and types of ECS (https://www.elastic.co/docs/reference/ecs/ecs-allowed-values-event-category). */
function classOf(type: string): { category: string[]; kinds: string[] } {
  if (type === 'user.signed_in' || type === 'user.sign_in_failed')
    return { category: ['authentication'], kinds: ['start'] };
  if (type === 'user.signed_out' || type === 'user.sessions_revoked')
    return { category: ['authentication'], kinds: ['end'] };
  if (type.startsWith('federation.login')) return { category: ['authentication'], kinds: ['info'] };
  const change = /(?:^|[._])(created|added|registered)$/.test(type)
    ? 'creation'
    : /(?:^|[._])(deleted|removed|erased)$/.test(type)
      ? 'deletion'
      : 'change';
  const family = type.slice(0, type.indexOf('.'));
  if (family === 'user') return { category: ['iam'], kinds: ['user', change] };
  if (type.startsWith('directory.group')) return { category: ['iam'], kinds: ['group', change] };
  if (['role', 'permission', 'pim', 'organization', 'client'].includes(family))
    return { category: ['iam'], kinds: ['admin', change] };
  return { category: ['configuration'], kinds: [change] };
}

/** Elastic Common Schema 8, one document. */
export function ecsDocument(event: PlatformEvent): Record<string, unknown> {
  const { severity, outcome, ip, userAgent, requestId, operationId, description } =
    eventFacts(event);
  const { category, kinds } = classOf(event.type);
  const isUser = event.subject.type === 'user';
  return {
    '@timestamp': event.occurredAt,
    ecs: { version: '8.11.0' },
    message: description,
    event: {
      id: event.id,
      kind: 'event',
      action: operationId ?? event.type,
      category,
      type: kinds,
      outcome: outcome === undefined ? 'unknown' : outcome === 'success' ? 'success' : 'failure',
      severity: severities[severity],
      dataset: 'platform.events',
      module: 'platform',
    },
    user: { id: event.actor.id, ...(isUser ? { target: { id: event.subject.id } } : {}) },
    ...(event.subject.type === 'group' ? { group: { id: event.subject.id } } : {}),
    ...(event.organizationId === null ? {} : { organization: { id: event.organizationId } }),
    ...(ip === undefined ? {} : { source: { ip } }),
    ...(userAgent === undefined ? {} : { user_agent: { original: userAgent } }),
    ...(requestId === undefined ? {} : { http: { request: { id: requestId } } }),
    platform: { event },
  };
}
