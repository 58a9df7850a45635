import type { ipRuleOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { canonicalAddress } from '@platform/kit/ip';
import { problem } from '@platform/kit/problem';
import { listRules } from './ip-rule-store.ts';
import { asIpRule, decideBy, ruleSetOf } from './ip-rules.ts';
import type { IpRules } from './ip-rules.ts';

/** Parses the address to evaluate. @throws 400 if it is not an address */
function evaluatedAddress(text: string): string {
  const address = canonicalAddress(text);
  if (address === null)
    throw problem('invalid_parameter', {
      detail: 'address must be an IPv4 or IPv6 address',
      errors: [
        { pointer: '/address', code: 'invalid_format', detail: 'must be an IPv4 or IPv6 address' },
      ],
    });
  return address;
}

export const ipRuleHandlers = (
  rules: IpRules,
  cursors: Cursors,
): Handlers<typeof ipRuleOperations> => ({
  async tenantIpRuleList({ principal, query: { limit, cursor }, tx }) {
    const bound = { tenantId: principal.tenantId, list: 'ip-rules' };
    const behind = cursor === undefined ? undefined : cursors.decode(bound, cursor);
    const rows = await listRules(tx, behind, limit + 1);
    return cursors.page(bound, rows, limit, {
      position: (row) => [row.position, row.id],
      present: asIpRule,
    });
  },
  tenantIpRuleCreate: async ({ principal: { type, id }, request, body, tx }) =>
    asIpRule(await rules.create(tx, { actor: { type, id }, address: request.clientIp }, body)),
  async tenantIpRuleDelete({ principal: { type, id }, request, params, ifMatch, tx }) {
    ifMatch(
      contentVersion(
        asIpRule(
          await rules.remove(tx, { actor: { type, id }, address: request.clientIp }, params.ruleId),
        ),
      ),
    );
    return { id: params.ruleId, deleted: true };
  },
  async tenantIpRuleEvaluate({ request, query, tx }) {
    const address =
      query.address === undefined ? request.clientIp : evaluatedAddress(query.address);
    const { version, rules: live } = await ruleSetOf(tx);
    return { address, ...decideBy(live, address, new Date()), version };
  },
});
