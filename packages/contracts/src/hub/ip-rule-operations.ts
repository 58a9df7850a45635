import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import { CreateTenantIpRuleRequest, IpRuleEvaluation, TenantIpRuleResponse } from './ip-rule.ts';

const read = allOf('tenant:settings.read');
const write = allOf('tenant:settings.write');
const path = '/api/v1/ip-rules';

/** Operations on the rules for addresses that may use the tenant's API. */
export const ipRuleOperations = operations({
  tenantIpRuleList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists IP rules, newest first',
    query: z.strictObject(paging),
    response: listOf(TenantIpRuleResponse),
    schemaNames: { response: 'ListEnvelopeTenantIpRuleResponse' },
    errors: [],
    noEtag: true,
  },
  tenantIpRuleCreate: {
    method: 'post',
    path,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Creates an IP rule',
    body: CreateTenantIpRuleRequest,
    response: TenantIpRuleResponse,
    errors: ['already_exists', 'lockout_risk', 'limit_exceeded'],
    description:
      'An address is denied if a deny rule matches, or if allow rules exist and none of them matches. Takes effect within a second.',
  },
  tenantIpRuleDelete: {
    method: 'delete',
    path: `${path}/{ruleId}`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Deletes an IP rule',
    response: Deletion,
    errors: ['lockout_risk', 'precondition_failed'],
    description:
      "Returns 409 `lockout_risk` if the caller's own address would be denied afterwards. Without rules, every address is allowed.",
  },
  tenantIpRuleEvaluate: {
    method: 'get',
    path: `${path}/evaluate`,
    scopes: read,
    summary: 'Evaluates the IP rules for an address',
    response: IpRuleEvaluation,
    errors: [],
    noEtag: true,
    query: z.strictObject({
      address: z
        .string()
        .min(1)
        .max(64)
        .meta({ anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] })
        .optional()
        .describe("Defaults to the caller's address."),
    }),
    description:
      'Evaluates the rules exactly as the gateway does. `ruleId` identifies the rule that decided, if any.',
  },
});
