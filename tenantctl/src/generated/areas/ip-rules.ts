// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `ip-rules`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'tenantIpRuleList',
    name: 'ipRules.list',
    request: 'GET /api/v1/ip-rules',
    summary: 'Lists IP rules, newest first',
    scopes: ['tenant:settings.read'],
    list: 'pages',
    columns: ['id', 'family', 'action', 'cidr', 'description', 'expiresAt', 'createdAt'],
  },
  {
    operationId: 'tenantIpRuleCreate',
    name: 'ipRules.create',
    request: 'POST /api/v1/ip-rules',
    summary: 'Creates an IP rule',
    about:
      'An address is denied if a deny rule matches, or if allow rules exist and none of them matches. Takes effect within a second.',
    scopes: ['tenant:settings.write'],
    body: [
      { name: 'action', kind: 'text', values: ['allow', 'deny'], required: true },
      {
        name: 'cidr',
        kind: 'text',
        required: true,
        about:
          'An address, or a CIDR range without host bits, such as 192.0.2.0/24 or 2001:db8::/32.',
      },
      { name: 'description', kind: 'text', nullable: true },
      {
        name: 'expiresAt',
        kind: 'text',
        nullable: true,
        about: 'Must be in the future and within a year.',
      },
      {
        name: 'allowLockout',
        kind: 'boolean',
        about: 'Creates the rule even if it denies your own address. Not stored.',
      },
    ],
    keyed: true,
  },
  {
    operationId: 'tenantIpRuleDelete',
    name: 'ipRules.delete',
    request: 'DELETE /api/v1/ip-rules/{ruleId}',
    summary: 'Deletes an IP rule',
    about:
      "Returns 409 `lockout_risk` if the caller's own address would be denied afterwards. Without rules, every address is allowed.",
    scopes: ['tenant:settings.write'],
    parameters: [{ name: 'ruleId', prefix: 'ipr' }],
    conditional: true,
  },
  {
    operationId: 'tenantIpRuleEvaluate',
    name: 'ipRules.evaluate',
    request: 'GET /api/v1/ip-rules/evaluate',
    summary: 'Evaluates the IP rules for an address',
    about:
      'Evaluates the rules exactly as the gateway does. `ruleId` identifies the rule that decided, if any.',
    scopes: ['tenant:settings.read'],
    query: [{ name: 'address', kind: 'text', about: "Defaults to the caller's address." }],
  },
];
