import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import { CreateTenantIpRuleRequest, IpRuleEvaluation, TenantIpRuleResponse } from './ip-rule.ts';

const read = allOf('tenant:settings.read');
const write = allOf('tenant:settings.write');
const path = '/api/v1/ip-rules';

/** Which addresses may use the tenant's API. */
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
    summary: 'Creates an IP rule',
    body: CreateTenantIpRuleRequest,
    response: TenantIpRuleResponse,
    errors: ['already_exists', 'lockout_risk', 'limit_exceeded'],
    description:
      'A matching deny denies; without any allow rule all else is allowed; else an allow must match. In effect within a second.',
  },
  tenantIpRuleDelete: {
    method: 'delete',
    path: `${path}/{ruleId}`,
    scopes: write,
    summary: 'Deletes an IP rule',
    response: Deletion,
    errors: ['lockout_risk', 'precondition_failed'],
    description:
      "Not when the caller's own address would be denied afterwards: 409 `lockout_risk`. Without any rule all is allowed.",
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
        .describe("Default: the caller's."),
    }),
    description:
      'By the function that the gateway decides with. `ruleId` names the rule that decided, if one did.',
  },
});
