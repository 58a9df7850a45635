// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions } from '../../options.ts';
import type { BodyCode, CommonCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `tenant`. */
export interface TenantResource {
  /**
   * Gets the tenant.
   *
   * Includes the addresses of the tenant's issuer.
   *
   * Scopes: `tenant:settings.read`.
   * @example
   * const tenantSettings = await platform.tenant.get();
   */
  get(options?: CallOptions): Call<api.TenantSettings, CommonCode>;

  /**
   * Updates the tenant.
   *
   * Slug, mode, region and limits are set by the operator of the platform and cannot be changed.
   *
   * Scopes: `tenant:settings.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * const tenantSettings = await platform.tenant.update({ name: 'Example' });
   */
  update(
    body: api.UpdateTenantRequest,
    options?: ConditionalOptions,
  ): Call<api.TenantSettings, CommonCode | BodyCode | 'precondition_failed'>;

  /**
   * Gets what needs attention.
   *
   * Lists what fails, has stopped, expires within 30 days, is overdue, or waits for a decision, as far as your scopes let you read it.
   *
   * Scopes: `tenant:settings.read` or `tenant:apis.read` or `tenant:applications.read` or `tenant:attribute-schema.read` or `tenant:clients.read` or `tenant:compliance.read` or `tenant:events.read` or `tenant:federation.read` or `tenant:fga.read` or `tenant:idp.read` or `tenant:migration.read` or `tenant:orgs.read` or `tenant:roles.read` or `tenant:siem.read` or `tenant:users.read` or `tenant:webhook-schemas.read` or `tenant:webhooks.read`.
   * @example
   * const tenantHealth = await platform.tenant.getHealth();
   */
  getHealth(options?: CallOptions): Call<api.TenantHealth, CommonCode>;
}

/** Makes the methods of `tenant` for a client. */
export const tenant = (client: Client): TenantResource => ({
  get: (options) =>
    client.call(
      { name: 'tenant.get', method: 'GET', path: '/api/v1/tenant' },
      [],
      undefined,
      options,
    ),
  update: (body, options) =>
    client.call(
      { name: 'tenant.update', method: 'PATCH', path: '/api/v1/tenant', conditional: true },
      [],
      body,
      options,
    ),
  getHealth: (options) =>
    client.call(
      { name: 'tenant.getHealth', method: 'GET', path: '/api/v1/tenant/health' },
      [],
      undefined,
      options,
    ),
});
