// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `ipRules`. */
export interface IpRulesResource {
  /**
   * Lists IP rules, newest first.
   *
   * Scopes: `tenant:settings.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const tenantIpRule of platform.ipRules.list()) console.log(tenantIpRule);
   */
  list(
    options?: api.IpRulesListQuery & CallOptions,
  ): PagedCall<api.ListEnvelopeTenantIpRuleResponse, CommonCode | 'invalid_cursor'>;

  /**
   * Creates an IP rule.
   *
   * An address is denied if a deny rule matches, or if allow rules exist and none of them matches. Takes effect within a second.
   *
   * Scopes: `tenant:settings.write`.
   *
   * Problems: `already_exists`, `insufficient_user_authentication`, `limit_exceeded`, `lockout_risk`.
   * @example
   * const tenantIpRule = await platform.ipRules.create({
   *   action: 'allow',
   *   cidr: '203.0.113.0/24',
   * });
   */
  create(
    body: api.CreateTenantIpRuleRequest,
    options?: KeyedOptions,
  ): Call<
    api.TenantIpRuleResponse,
    | CommonCode
    | BodyCode
    | KeyCode
    | 'already_exists'
    | 'insufficient_user_authentication'
    | 'limit_exceeded'
    | 'lockout_risk'
  >;

  /**
   * Deletes an IP rule.
   *
   * Returns 409 `lockout_risk` if the caller's own address would be denied afterwards. Without rules, every address is allowed.
   *
   * Scopes: `tenant:settings.write`.
   *
   * Problems: `insufficient_user_authentication`, `lockout_risk`, `precondition_failed`.
   * @example
   * await platform.ipRules.delete('ipr_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    ruleId: string,
    options?: ConditionalOptions,
  ): Call<
    api.Deletion,
    CommonCode | 'insufficient_user_authentication' | 'lockout_risk' | 'precondition_failed'
  >;

  /**
   * Evaluates the IP rules for an address.
   *
   * Evaluates the rules exactly as the gateway does. `ruleId` identifies the rule that decided, if any.
   *
   * Scopes: `tenant:settings.read`.
   * @example
   * const ipRuleEvaluation = await platform.ipRules.evaluate();
   */
  evaluate(
    options?: api.IpRulesEvaluateQuery & CallOptions,
  ): Call<api.IpRuleEvaluation, CommonCode>;
}

/** Makes the methods of `ipRules` for a client. */
export const ipRules = (client: Client): IpRulesResource => ({
  list: (options) =>
    client.list(
      { name: 'ipRules.list', method: 'GET', path: '/api/v1/ip-rules', query: ['limit', 'cursor'] },
      [],
      options,
    ),
  create: (body, options) =>
    client.call(
      { name: 'ipRules.create', method: 'POST', path: '/api/v1/ip-rules' },
      [],
      body,
      options,
    ),
  delete: (ruleId, options) =>
    client.call(
      {
        name: 'ipRules.delete',
        method: 'DELETE',
        path: '/api/v1/ip-rules/{ruleId}',
        conditional: true,
      },
      [ruleId],
      undefined,
      options,
    ),
  evaluate: (options) =>
    client.call(
      {
        name: 'ipRules.evaluate',
        method: 'GET',
        path: '/api/v1/ip-rules/evaluate',
        query: ['address'],
      },
      [],
      undefined,
      options,
    ),
});
