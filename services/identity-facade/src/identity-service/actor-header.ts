import type { Principal } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import { z } from 'zod';

/** Header that names the caller behind a request; trusted only with a valid service token. */
export const actorHeader = 'x-platform-actor';

const PrincipalShape = z.object({
  type: z.enum(['user', 'client', 'service']),
  id: z.string().min(1).max(255),
  clientId: z.string().min(1).max(255),
  tenantId: z.string(),
  scopes: z.array(z.string()),
  organizationId: z.string().optional(),
  sessionId: z.string().optional(),
  authentication: z
    .object({
      acr: z.string().nullable(),
      amr: z.array(z.string()),
      authTime: z.number().nullable(),
      actors: z.array(z.string()),
    })
    .optional(),
});

/** The header value of a principal: base64url of JSON. */
export const actorHeaderOf = (principal: Principal): string =>
  Buffer.from(JSON.stringify({ ...principal, scopes: [...principal.scopes] })).toString(
    'base64url',
  );

/** The principal of a platform service account. */
export const servicePrincipal = (serviceAccount: string, tenantId: string): Principal => ({
  type: 'service',
  id: serviceAccount,
  clientId: serviceAccount,
  tenantId,
  scopes: new Set(),
});

/** The principal in the header. @throws 400 */
export function principalIn(header: string | string[] | undefined): Principal {
  try {
    const json = Buffer.from(String(header), 'base64url').toString('utf8');
    const { scopes, ...principal } = PrincipalShape.parse(JSON.parse(json));
    return { ...principal, scopes: new Set(scopes) } as Principal;
  } catch {
    throw problem('malformed_request', { detail: 'X-Platform-Actor must name a principal' });
  }
}
