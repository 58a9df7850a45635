import { requireScopes } from '@platform/kit/auth';
import type { GatewayParts } from '../gateway.ts';
import type { Step } from '../pipeline.ts';

/** The scopes of the token. Elevated ones (`elevated_scopes`) count once a service that confirms them is there. */
export const checkScopes = ({ hosts }: GatewayParts): Step => (x) => {
  const { scopes } = x.route!;
  if (scopes) requireScopes(scopes, x.verified!.principal.scopes, hosts.resourceMetadata(x.headers.host));
};
