import {
  isId,
  ssfConfigurationOf,
  ssfConfigurationOperations,
  ssfStreamOperations,
} from '@platform/contracts';
import { requireActive } from '@platform/kit/auth';
import {
  gatewayAuthenticator,
  jsonDialect,
  operationSurface,
  serve,
  verifyGatewayCaller,
} from '@platform/kit/http';
import type { Authenticator, Codec, Handlers, Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { Platform } from '@platform/kit/service';
import type { ReceiverOptions } from '../ssf/receiver-options.ts';

/** SSF responds to an invalid body with 400, where the API responds with 422. */
const statusOf = (status: number): number => (status === 422 ? 400 : status);

/** The dialect of SSF 1.0 and RFC 8936: JSON, errors as `{ err, description }`. */
const ssfCodec: Codec = jsonDialect({
  accepts: () => ['application/json'],
  contentType: 'application/json',
  renderProblem: (problem) => {
    const { code, detail, title } = problem.body();
    return {
      status: statusOf(problem.status),
      contentType: 'application/json',
      text: JSON.stringify({ err: code, description: detail ?? title }),
    };
  },
});

/** `/ssf/**`: the API of receivers, with a token of their client. */
export const streamSurface = (
  { db, secrets, log, gateway }: Platform,
  handlers: Handlers<typeof ssfStreamOperations>,
): Surface =>
  operationSurface({
    owns: ({ segments }) => segments[0] === 'ssf',
    db,
    secrets,
    log,
    codec: ssfCodec,
    mounts: [serve(ssfStreamOperations, handlers)],
    authenticator: gatewayAuthenticator(gateway),
  });

/** The metadata is public: only the gateway, which knows the tenant of a host, is trusted to name the tenant. */
const addressedTenant = ({
  gateway,
  trust,
}: Pick<Platform, 'gateway' | 'trust'>): Authenticator => ({
  caller: (req) => verifyGatewayCaller(gateway, req),
  async principal({ req }) {
    const tenantId = req.headers['x-platform-tenant'];
    const tenant = isId('tenant', tenantId) ? await trust.tenants.byId(tenantId) : undefined;
    if (!tenant) throw problem('not_found');
    requireActive(tenant);
    const anyone = 'anonymous';
    return {
      type: 'service',
      id: anyone,
      clientId: anyone,
      tenantId: tenant.id,
      scopes: new Set(),
    };
  },
});

/** `/.well-known/ssf-configuration` on the host of an issuer. */
export const configurationSurface = (
  platform: Platform,
  { issuerOf, baseUrlOf }: Pick<ReceiverOptions, 'issuerOf' | 'baseUrlOf'>,
): Surface =>
  operationSurface({
    owns: ({ segments }) => segments[0] === '.well-known' && segments[1] === 'ssf-configuration',
    db: platform.db,
    secrets: platform.secrets,
    log: platform.log,
    mounts: [
      serve(ssfConfigurationOperations, {
        async ssfConfiguration({ principal }) {
          const issuer = await issuerOf(principal.tenantId);
          return ssfConfigurationOf(issuer, baseUrlOf(issuer));
        },
      }),
    ],
    authenticator: addressedTenant(platform),
  });
