import { isIPv4 } from 'node:net';
import type { PlatformEvent } from '@platform/contracts';
import { eventFacts } from '../event-facts.ts';

const severities = { low: 3, medium: 5, high: 8 };

/** CEF has no escape for these, and some readers take them for the end of a line. */
const withoutControls = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
const inHead = (text: string): string => withoutControls(text).replace(/[\\|]/g, '\\$&');
const inExtension = (text: string): string =>
  withoutControls(text.replace(/[\\=]/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n'));

/** The maximum length of `requestClientApplication` in the CEF dictionary. */
const maxUserAgent = 1_023;

/** ArcSight Common Event Format, version 0: one line. */
export function formatCef(event: PlatformEvent): string {
  const { severity, description, outcome, ip, userAgent, requestId, operationId } =
    eventFacts(event);
  const head = [
    'CEF:0',
    'Platform',
    'Tenant Management',
    String(event.schemaVersion),
    inHead(event.type),
    inHead(description),
    String(severities[severity]),
  ].join('|');
  const address =
    ip === undefined ? {} : isIPv4(ip) ? { src: ip } : { c6a2Label: 'sourceAddress', c6a2: ip };
  const extension: Record<string, string | null | undefined> = {
    rt: String(Date.parse(event.occurredAt)),
    externalId: event.id,
    act: operationId ?? event.type,
    outcome,
    suid: event.actor.id,
    duid: event.subject.id,
    ...address,
    requestClientApplication: userAgent?.slice(0, maxUserAgent),
    ...(event.organizationId === null
      ? {}
      : { cs1Label: 'organizationId', cs1: event.organizationId }),
    ...(requestId === undefined ? {} : { cs2Label: 'requestId', cs2: requestId }),
  };
  const pairs = Object.entries(extension).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [`${key}=${inExtension(value)}`],
  );
  return `${head}|${pairs.join(' ')}`;
}
