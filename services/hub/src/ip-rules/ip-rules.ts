import type { Actor, IpRuleCreation, IpRuleResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { newId } from '@platform/kit/ids';
import { decide, ipRule, parseCidr } from '@platform/kit/ip';
import type { IpDecision, StoredIpRule } from '@platform/kit/ip';
import { found, invalid, problem } from '@platform/kit/problem';
import {
  deleteRule,
  deleteRules,
  findRuleVersion,
  insertRule,
  listLiveRules,
  lockRuleSet,
  markExpired,
  raiseRuleVersion,
  takeExpired,
  takeExpiring,
} from './ip-rule-store.ts';
import type { IpRuleRecord } from './ip-rule-store.ts';

/** A tenant's rules as services cache them. */
export interface SharedRuleSet {
  version: number;
  rules: StoredIpRule[];
}

/** The actor of a change, and the address it comes from. */
export interface RuleChange {
  actor: Actor;
  address: string;
}

const yearMs = 366 * 86_400_000;

/** The API representation of a rule. */
export const asIpRule = (row: IpRuleRecord): IpRuleResource => ({
  id: row.id,
  action: row.action,
  cidr: row.cidr,
  family: row.cidr.includes(':') ? 'ipv6' : 'ipv4',
  description: row.description,
  expiresAt: isoTime(row.expiresAt),
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
});

const asShared = ({
  id,
  action,
  cidr,
  expiresAt,
}: Pick<IpRuleRecord, 'id' | 'action' | 'cidr' | 'expiresAt'>): StoredIpRule => ({
  id,
  action,
  cidr,
  expiresAt: isoTime(expiresAt),
});

/** Returns the decision of a rule set on an address, which can be `unknown`. */
export const decideBy = (rows: readonly StoredIpRule[], address: string, now: Date): IpDecision =>
  decide(rows.map(ipRule), address, now);

/** Returns the tenant's rule set: its version and its active rules. */
export const ruleSetOf = async (tx: Tx): Promise<SharedRuleSet> => ({
  version: await findRuleVersion(tx),
  rules: (await listLiveRules(tx)).map(asShared),
});

function checkedEnd(expiresAt: string | null | undefined, now: Date): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  const end = Date.parse(expiresAt);
  if (!(end > now.getTime()))
    throw invalid('/expiresAt', 'invalid_format', 'must be in the future');
  if (end > now.getTime() + yearMs)
    throw invalid('/expiresAt', 'invalid_format', 'must be at most a year from now');
  return new Date(end);
}

function checkLockout(rows: readonly StoredIpRule[], address: string, now: Date): void {
  if (decideBy(rows, address, now).decision === 'allow') return;
  throw problem('lockout_risk', {
    detail: `The rules would deny ${address === 'unknown' ? 'your address, which is unknown' : `your address, ${address}`}`,
  });
}

/** Changes the IP rules of tenants. Changes of one tenant are serialized; each writes rule, version and bucket entry in one transaction. */
export function ipRules({
  maxPerTenant,
  now = () => new Date(),
}: {
  maxPerTenant: number;
  now?: () => Date;
}) {
  /** Publishes the next version of a set that has changed. */
  async function share(tx: Tx, atLeast?: number): Promise<number> {
    const version = await raiseRuleVersion(tx, atLeast);
    await tx.putEntry('ip-rules', tx.context.tenantId, {
      version,
      rules: (await listLiveRules(tx)).map(asShared),
    });
    return version;
  }

  const publishRule = (
    tx: Tx,
    type: 'ip_rule.created' | 'ip_rule.deleted' | 'ip_rule.expired' | 'ip_rule.expiring',
    row: IpRuleRecord,
    version: number,
  ) =>
    tx.publish({
      type,
      subject: { type: 'ip_rule', id: row.id },
      data: { rule: asIpRule(row), version },
    });

  /** Ends expired rules and announces the last allow rule that is about to expire. The caller has locked the set. */
  async function expire(tx: Tx, version: number): Promise<void> {
    const ended = await takeExpired(tx);
    const current = ended.length > 0 ? await share(tx) : version;
    for (const row of ended) await publishRule(tx, 'ip_rule.expired', row, current);
    const last = await takeExpiring(tx);
    if (!last) return;
    await publishRule(tx, 'ip_rule.expiring', last, current);
  }

  async function create(
    tx: Tx,
    { actor, address }: RuleChange,
    body: IpRuleCreation,
  ): Promise<IpRuleRecord> {
    const { cidr } = parseCidr(body.cidr);
    const expiresAt = checkedEnd(body.expiresAt, now());
    await lockRuleSet(tx);
    await markExpired(tx);
    const present = await listLiveRules(tx);
    const twin = present.find((row) => row.action === body.action && row.cidr === cidr);
    if (twin)
      throw problem('already_exists', {
        detail: `The rule ${twin.id} already has the action ${body.action} for ${cidr}`,
        members: { id: twin.id },
      });
    if (present.length >= maxPerTenant)
      throw problem('limit_exceeded', {
        detail: `A tenant can have at most ${maxPerTenant} active IP rules`,
      });
    const id = newId('ipRule');
    if (!body.allowLockout)
      checkLockout(
        [...present, { id, action: body.action, cidr, expiresAt }].map(asShared),
        address,
        now(),
      );
    const row = await insertRule(tx, {
      id,
      action: body.action,
      cidr,
      description: body.description ?? null,
      expiresAt,
      createdBy: actor,
    });
    await publishRule(tx, 'ip_rule.created', row, await share(tx));
    return row;
  }

  async function remove(tx: Tx, { address }: RuleChange, id: string): Promise<IpRuleRecord> {
    await lockRuleSet(tx);
    const present = await listLiveRules(tx);
    const row = found(await deleteRule(tx, id));
    const left = present.filter((other) => other.id !== id);
    const wasLive = left.length < present.length;
    if (wasLive) checkLockout(left.map(asShared), address, now());
    await publishRule(
      tx,
      'ip_rule.deleted',
      row,
      wasLive ? await share(tx) : await findRuleVersion(tx),
    );
    return row;
  }

  /** Break-glass: deletes every rule of the tenant and returns how many. The caller audits it. */
  async function clear(tx: Tx): Promise<number> {
    await lockRuleSet(tx);
    const rows = await deleteRules(tx);
    const version = await share(tx);
    for (const row of rows) await publishRule(tx, 'ip_rule.deleted', row, version);
    return rows.length;
  }

  return { create, remove, clear, expire, share };
}

export type IpRules = ReturnType<typeof ipRules>;
