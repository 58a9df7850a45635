import type { JitAction, JitRule } from '@platform/contracts';
import { claimAtPath } from './claim-path.ts';
import { meetsConditions } from './jit-conditions.ts';

/** The sign-in that rules are applied to. */
export interface JitSubject {
  /** The name of a social connector, or the id of a directory. */
  connection: string;
  claims: Readonly<Record<string, unknown>>;
  /** Whether the user exists. */
  isKnown: boolean;
}

/** An action with its values from the claims, in the directory's format. */
export type ProvisionStep =
  | { create: { status: string } }
  | { setAttribute: { to: string; valueJson: string; overwrite: boolean } }
  | { join: { organizationId: string; roles: string[] } }
  | { leave: { organizationId: string } }
  | { assignRole: { role: string; organizationId: string } }
  | { unassignRole: { role: string; organizationId: string } };

/** The result of the rules for one sign-in. */
export interface JitOutcome {
  /** Names of the rules that applied. */
  rules: string[];
  actions: ProvisionStep[];
  /** The message of a rule that denies the sign-in. Takes precedence over all actions. */
  denied?: string;
}

const appliesTo = ({ enabled, connections, sync, when }: JitRule, subject: JitSubject): boolean =>
  enabled &&
  (connections.length === 0 || connections.includes(subject.connection)) &&
  (sync === 'every_login' || !subject.isKnown) &&
  (when === undefined || meetsConditions(when, subject.claims));

/** Returns the step of an action; undefined if it sets an attribute from an absent claim. */
function stepOf(action: JitAction, claims: JitSubject['claims']): ProvisionStep | undefined {
  if ('create' in action) return { create: { status: action.create.status ?? 'active' } };
  if ('set_attribute' in action) {
    const { from, to, overwrite = false } = action.set_attribute;
    const value = claimAtPath(claims, from);
    return value === undefined
      ? undefined
      : { setAttribute: { to, valueJson: JSON.stringify(value), overwrite } };
  }
  if ('join' in action) return { join: { ...action.join, roles: action.join.roles ?? [] } };
  if ('leave' in action) return { leave: action.leave };
  if ('assign_role' in action) return { assignRole: { organizationId: '', ...action.assign_role } };
  if ('unassign_role' in action)
    return { unassignRole: { organizationId: '', ...action.unassign_role } };
  return undefined;
}

/** Returns the target of a step. Of two steps with the same target, the later one applies. */
function targetOf(step: ProvisionStep): string {
  if ('create' in step) return 'create';
  if ('setAttribute' in step) return `attribute ${step.setAttribute.to}`;
  if ('join' in step) return `membership ${step.join.organizationId}`;
  if ('leave' in step) return `membership ${step.leave.organizationId}`;
  const { role, organizationId } = 'assignRole' in step ? step.assignRole : step.unassignRole;
  return `role ${organizationId} ${role}`;
}

/** Applies rules in order, up to and including one with `stop`. */
export function applyJitRules(rules: readonly JitRule[], subject: JitSubject): JitOutcome {
  const applied: JitRule[] = [];
  for (const rule of rules) {
    if (!appliesTo(rule, subject)) continue;
    applied.push(rule);
    if (rule.stop) break;
  }
  const all = applied.flatMap(({ actions }) => actions);
  const denied = all.flatMap((action) => ('deny' in action ? [action.deny.message] : []))[0];
  const steps = new Map<string, ProvisionStep>();
  for (const action of all) {
    const step = stepOf(action, subject.claims);
    if (!step) continue;
    // Deleting first moves the step to the end, so that it runs last.
    steps.delete(targetOf(step));
    steps.set(targetOf(step), step);
  }
  return { rules: applied.map(({ name }) => name), actions: [...steps.values()], denied };
}
