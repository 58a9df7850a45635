import type { IncomingMessage } from 'node:http';
import { idSchema, isId } from '@platform/contracts';
import { serviceToken } from '@platform/kit/auth';
import type { ServiceCaller } from '@platform/kit/auth';
import { checkMediaType, parseBody, parseJson, readBody, sendJson } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import { z } from 'zod';
import type { InvitationLinks } from './invitation-links.ts';

const token = z.string().min(1).max(512);
const PreviewRequest = z.strictObject({ token });
const AcceptRequest = z.strictObject({ token, userId: idSchema('user').optional() });

export interface InvitationSurfaceOptions {
  links: InvitationLinks;
  /** Verifies the projected token of the caller: the back end of the page that invitations link to. */
  verify: (token: string | undefined) => Promise<ServiceCaller>;
}

const maxBodyBytes = 8_192;

function tenantOf(segment: string | undefined, req: IncomingMessage): string {
  if (!isId('tenant', segment)) throw problem('not_found');
  const named = req.headers['x-platform-tenant'];
  if (named !== undefined && named !== segment)
    throw problem('tenant_mismatch', { detail: 'The path and X-Platform-Tenant must agree' });
  return segment;
}

async function bodyOf<T extends z.ZodType>(req: IncomingMessage, schema: T): Promise<z.output<T>> {
  checkMediaType(req, ['application/json']);
  return parseBody(schema, parseJson(await readBody(req, maxBodyBytes)));
}

const keyOf = ({ headers }: IncomingMessage): string | undefined => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
};

/** `POST /internal/tenants/{tenantId}/invitations/preview` and `/accept`. */
export function invitationSurface({ links, verify }: InvitationSurfaceOptions): Surface {
  async function answer(req: IncomingMessage, tenantId: string, action: string): Promise<object> {
    if (action === 'preview')
      return links.preview({ tenantId, ...(await bodyOf(req, PreviewRequest)) });
    const body = await bodyOf(req, AcceptRequest);
    return links.accept({ tenantId, ...body, idempotencyKey: keyOf(req) });
  }

  return {
    owns: ({ segments: [internal, tenants, , invitations, action, ...rest] }) =>
      internal === 'internal' &&
      tenants === 'tenants' &&
      invitations === 'invitations' &&
      (action === 'preview' || action === 'accept') &&
      rest.length === 0,
    async handle(req, res, { line: { segments }, requestId }) {
      const action = segments[4] ?? '';
      noteAccess({ operationId: action === 'preview' ? 'invitationPreview' : 'invitationAccept' });
      await verify(serviceToken(req.headers.authorization));
      if (req.method !== 'POST')
        throw problem('method_not_allowed', { headers: { allow: 'POST' } });
      const body = await answer(req, tenantOf(segments[2], req), action);
      sendJson(res, 200, JSON.stringify(body), { 'x-request-id': requestId });
    },
  };
}
