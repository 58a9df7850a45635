import { createHash, timingSafeEqual } from 'node:crypto';
import { isId } from '@platform/contracts';
import type { Database, Tx } from '@platform/kit/database';
import { checkMediaType, parseBody, parseJson, readBody, sendJson } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import { z } from 'zod';
import type { ApplySecurityEffect } from './security-effects.ts';
import { insertSecurityEvent } from './security-event-store.ts';

const name = z.string().min(1).max(255);
const SecurityEvents = z.strictObject({
  events: z
    .array(
      z.strictObject({
        id: name,
        type: name,
        occurredAt: z.iso.datetime({ offset: true }),
        subject: z.strictObject({ type: name, id: name }),
        data: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .min(1)
    .max(100),
});

export interface IntakeOptions {
  db: Pick<Database, 'transact'>;
  /** The bearer that the hub sends; if empty, every call is rejected. */
  bearer: string;
  apply: ApplySecurityEffect;
  clock: () => number;
}

const maxBodyBytes = 1_048_576;
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. */
function requireBearer(authorization: string | undefined, bearer: string): void {
  const given = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (given === undefined) throw problem('token_missing');
  const isRight = timingSafeEqual(hashOf(given), hashOf(bearer));
  if (bearer === '' || !isRight) throw problem('token_invalid');
}

function requireTenant(tenantId: string, header: string | string[] | undefined): void {
  if (!isId('tenant', tenantId)) throw problem('not_found');
  if (header !== undefined && header !== tenantId)
    throw problem('tenant_mismatch', {
      detail: 'X-Platform-Tenant does not match the tenant of the events',
    });
}

/** `POST /internal/tenants/{tenantId}/security-events`: accepts up to 100 events, all or none; a known id is a duplicate. */
export function intakeSurface({ db, bearer, apply, clock }: IntakeOptions): Surface {
  async function take(tx: Tx, { events }: z.output<typeof SecurityEvents>) {
    let accepted = 0;
    for (const { occurredAt, ...event } of events) {
      const row = { ...event, occurredAt: new Date(occurredAt) };
      if ((await insertSecurityEvent(tx, row, new Date(clock()))) === 0) continue;
      accepted += 1;
      if (event.subject.type === 'user')
        await apply(tx, event.subject.id, { ...event, occurredAt });
    }
    return { accepted, duplicates: events.length - accepted };
  }

  return {
    owns: ({ segments }) =>
      segments[0] === 'internal' &&
      segments[1] === 'tenants' &&
      segments[3] === 'security-events' &&
      segments.length === 4,
    async handle(req, res, { line: { segments }, requestId }) {
      noteAccess({ operationId: 'securityEventsTake' });
      requireBearer(req.headers.authorization, bearer);
      if (req.method !== 'POST')
        throw problem('method_not_allowed', { headers: { allow: 'POST' } });
      const tenantId = segments[2] ?? '';
      requireTenant(tenantId, req.headers['x-platform-tenant']);
      checkMediaType(req, ['application/json']);
      const body = parseBody(SecurityEvents, parseJson(await readBody(req, maxBodyBytes)));
      const actor = { type: 'service', id: 'hub' } as const;
      const taken = await db.transact({ tenantId, actor, requestId }, (tx) => take(tx, body));
      sendJson(res, 200, JSON.stringify(taken), { 'x-request-id': requestId });
    },
  };
}
