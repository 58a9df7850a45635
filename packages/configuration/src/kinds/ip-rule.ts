import { isIPv4, isIPv6 } from 'node:net';
import { CreateTenantIpRuleRequest } from '@platform/contracts';
import type { CreateTenantIpRuleRequest as Body, TenantIpRuleResponse } from '@platform/sdk';
import type { Members } from '../members/members.ts';
import { defineKind } from './kind.ts';

/** A range as the API writes it. Anything else is left for the API to refuse. */
function canonicalRange(members: Members): Members {
  const [address = '', bits] = String(members['cidr']).split('/');
  const isKnown = isIPv4(address) || isIPv6(address);
  if (!isKnown) return members;
  const shown = isIPv4(address) ? address : new URL(`http://[${address}]`).hostname.slice(1, -1);
  return { ...members, cidr: `${shown}/${bits ?? (isIPv4(address) ? '32' : '128')}` };
}

const instant = ({ expiresAt, ...members }: Members): Members =>
  typeof expiresAt === 'string'
    ? { ...members, expiresAt: new Date(expiresAt).toISOString() }
    : { ...members, expiresAt };

export const ipRule = defineKind<TenantIpRuleResponse, Body>({
  name: 'ip-rule',
  path: 'ip-rules',
  layout: 'list',
  schema: CreateTenantIpRuleRequest,
  key: ['action', 'cidr'],
  refersBy: 'ipRule',
  defaults: { description: null, expiresAt: null },
  creationOnly: ['allowLockout'],
  canonical: (members) => instant(canonicalRange(members)),
  list: ({ platform }) => platform.ipRules.list({ limit: 200 }),
  create: ({ platform, body }) => platform.ipRules.create(body),
  delete: ({ platform, id }) => platform.ipRules.delete(id),
});
