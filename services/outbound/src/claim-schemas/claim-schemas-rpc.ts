import { isId } from '@platform/contracts';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { ClaimSchema, ResolveClaimsRequest } from '@platform/protos';
import type { ResolveClaims } from './claim-resolution.ts';
import { listEnabledClaimSchemas } from './claim-schema-store.ts';
import type { ClaimSchemaRecord } from './claim-schema-store.ts';
import type { ClaimQuestion } from './claim-source.ts';

/** The time reserved for the answer's way back to the caller. */
const marginMs = 50;
const tokenNames = ['access_token', 'id_token', 'userinfo'];

const told = ({
  claimName,
  schema,
  source,
  clientIds,
  scopes,
  tokens,
  resources,
  required,
  defaultJson,
  revision,
}: ClaimSchemaRecord): ClaimSchema => ({
  claimName,
  jsonSchema: JSON.stringify(schema),
  sourceKind: source.kind,
  sourceJson: JSON.stringify(source),
  clientIds,
  scopes,
  tokens,
  resources,
  required,
  defaultJson: defaultJson ?? '',
  revision,
});

function requireTenant(tenantId: string): void {
  if (!isId('tenant', tenantId))
    throw problem('invalid_parameter', { detail: 'tenant_id is required' });
}

function questionOf({
  tenantId,
  clientId,
  subject,
  organizationId,
  scopes,
  tokens,
  resource,
}: ResolveClaimsRequest): ClaimQuestion {
  requireTenant(tenantId);
  if (clientId === '' || !subject || subject.id === '')
    throw problem('invalid_parameter', { detail: 'client_id and subject are required' });
  if (tokens.some((token) => !tokenNames.includes(token)))
    throw problem('invalid_parameter', { detail: `tokens must be of ${tokenNames.join(', ')}` });
  return {
    tenantId,
    clientId,
    subject: { type: subject.type, id: subject.id },
    organizationId: organizationId || null,
    scopes,
    tokens: [...new Set(tokens)],
    resource: resource || null,
  };
}

/** Claim schemas for the hub and the access service, and the values that endpoints provide. */
export const claimSchemasRpc = ({
  rpcRunner,
  resolve,
}: {
  rpcRunner: Pick<RpcRunner, 'read'>;
  resolve: ResolveClaims;
}): RpcMount =>
  serveRpc(
    'platform.outbound.v1.ClaimSchemas',
    {
      async List({ tenantId, clientId }, call) {
        const found = await rpcRunner.read(call, tenantId, (tx) =>
          listEnabledClaimSchemas(tx, clientId || undefined),
        );
        return { items: found.map(told) };
      },

      async Resolve(request, { deadline }) {
        const { claims, unmet, sources } = await resolve(
          questionOf(request),
          deadline - Date.now() - marginMs,
        );
        return {
          claims: claims.map(({ token, values }) => ({
            token,
            claimsJson: JSON.stringify(values),
          })),
          unmet,
          sources,
        };
      },
    },
    { List: ['hub', 'fga'], Resolve: ['fga'] },
  );
