import { operationSurface } from '@platform/kit/http';
import type { Mount, Surface } from '@platform/kit/http';
import type { Platform } from '@platform/kit/service';
import { surfaceAuthenticator } from './surface-authenticator.ts';
import type { VerifyFacade } from './surface-authenticator.ts';

const areas = new Set(['directory', 'login-experience', 'login-flows', 'me']);
const prefix = /^\/internal\/tenants\/[^/]+/;

/** `/internal/tenants/{tenantId}/login-experience/**`, `…/login-flows/**`, `…/me/**` and `…/directory/users/**`: the operations of the API, for facades. */
export function operationsSurface(
  { db, secrets, log }: Pick<Platform, 'db' | 'secrets' | 'log'>,
  { mounts, verify }: { mounts: readonly Mount[]; verify: VerifyFacade },
): Surface {
  const owns: Surface['owns'] = ({ segments: [internal, tenants, , area = ''] }) =>
    internal === 'internal' && tenants === 'tenants' && areas.has(area);
  const authenticator = surfaceAuthenticator(verify);
  const surface = operationSurface({ owns, db, secrets, log, mounts, authenticator });
  return {
    owns,
    handle(req, res, { line, ...at }) {
      const [, , , ...rest] = line.segments;
      const rawPath = line.rawPath.replace(prefix, '/api/v1');
      const asApi = { ...line, rawPath, segments: ['api', 'v1', ...rest] };
      return surface.handle(req, res, { ...at, line: asApi });
    },
  };
}
