import { createHash, timingSafeEqual } from 'node:crypto';
import { isId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { sendJson } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { subjectSections } from './subject-data.ts';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compared in the same time whatever was sent. An empty token closes the surface. */
function checkBearer(authorization: string | undefined, token: string): void {
  const given = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  const isRight = timingSafeEqual(hashOf(given ?? ''), hashOf(token));
  if (token === '' || given === undefined || !isRight)
    throw problem(given === undefined ? 'token_missing' : 'token_invalid');
}

/** `GET /admin/dsar/{sub}`: what the hub keeps of a user, for the service that answers access requests. */
export const accessRequests = (db: Pick<Database, 'read'>, token: string): Surface => ({
  owns: ({ segments }) => segments[0] === 'admin' && segments[1] === 'dsar',
  async handle(req, res, { line, requestId }) {
    checkBearer(req.headers.authorization, token);
    const [, , sub] = line.segments;
    if (line.segments.length !== 3 || sub === undefined) throw problem('not_found');
    if (req.method !== 'GET') throw problem('method_not_allowed', { headers: { allow: 'GET' } });
    const tenantId = req.headers['x-platform-tenant'];
    if (typeof tenantId !== 'string' || !isId('tenant', tenantId))
      throw problem('invalid_parameter', { detail: 'X-Platform-Tenant must name a tenant' });
    const found = await db.read({ tenantId, actor: { type: 'service', id: 'compliance' } }, (tx) =>
      subjectSections(tx, sub),
    );
    const body = {
      sub,
      service: 'hub',
      generatedAt: new Date().toISOString(),
      schemaVersion: 1,
      ...found,
    };
    sendJson(res, 200, JSON.stringify(body), {
      'cache-control': 'no-store',
      'x-request-id': requestId,
    });
    return 'accessRequestAnswer';
  },
});
