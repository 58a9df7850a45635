import { errors } from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** Clients of Auth0 and OpenFGA name the API by `audience`, where RFC 8707 has `resource`. */
function audienceOf({ oidc }: KoaContextWithOIDC): string | undefined {
  const isAsked = oidc.route === 'token' && oidc.params?.['grant_type'] === 'client_credentials';
  const { audience } = (isAsked && (oidc.body as Record<string, unknown> | undefined)) || {};
  if (audience === undefined || audience === '') return undefined;
  if (typeof audience !== 'string')
    throw new errors.InvalidRequest("'audience' parameter must not be provided twice");
  return audience;
}

/** The API that a request for a client's own token names by `audience` alone; undefined if it names none. */
export const resourceOfAudience = audienceOf;

/** @throws `invalid_target` if `audience` and `resource` name different APIs */
export function checkAudience(ctx: KoaContextWithOIDC, resource: string): void {
  const audience = audienceOf(ctx);
  if (audience !== undefined && audience !== resource) throw new errors.InvalidTarget();
}
