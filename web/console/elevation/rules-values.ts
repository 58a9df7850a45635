import type {
  CreateEligibleAssignmentRequest,
  PimRules,
  UpdateEligibleAssignmentRequest,
} from '@platform/sdk';
import { linesOf, textOfLines } from '../../client/lines.ts';

type RulesBody = NonNullable<CreateEligibleAssignmentRequest['rules']>;
type Approver = PimRules['approvers'][number];

export const acrChoices = ['default', 'none', 'aal2', 'aal3', 'phr'] as const;
const approverLine = /^(role|user|group):(.+)$/;

/** The form of rules. Durations are texts, as their choices have them. */
export interface RulesValues {
  maxDuration: string;
  defaultDuration: string;
  requireApproval: boolean;
  requiredApprovals: number;
  approvers: string;
  approvalTimeout: string;
  requireJustification: boolean;
  requireTicket: boolean;
  ticketPattern: string;
  acr: string;
  authWithin: string;
}

/** The rules of a new eligible assignment, as the platform sets them. */
export const usualRules: RulesValues = {
  maxDuration: '28800',
  defaultDuration: '3600',
  requireApproval: true,
  requiredApprovals: 1,
  approvers: '',
  approvalTimeout: '86400',
  requireJustification: true,
  requireTicket: false,
  ticketPattern: '',
  acr: 'default',
  authWithin: 'any',
};

/** The rules of an eligible assignment, as the form has them. */
export const rulesValues = (rules: PimRules): RulesValues => ({
  maxDuration: String(rules.maxDurationSeconds),
  defaultDuration: String(rules.defaultDurationSeconds),
  requireApproval: rules.requireApproval,
  requiredApprovals: rules.requiredApprovals,
  approvers: textOfLines(rules.approvers.map(({ type, id }) => `${type}:${id}`)),
  approvalTimeout: String(rules.approvalTimeoutSeconds),
  requireJustification: rules.requireJustification,
  requireTicket: rules.requireTicket,
  ticketPattern: rules.ticketPattern ?? '',
  acr: rules.requireAcr ?? 'none',
  authWithin:
    rules.requireAuthWithinSeconds === null ? 'any' : String(rules.requireAuthWithinSeconds),
});

/** The first line that names no approver. */
export const approverFault = (text: string): string | undefined =>
  linesOf(text).find((line) => !approverLine.test(line));

function approversIn(text: string): Approver[] {
  return linesOf(text).flatMap((line) => {
    const [, type, id] = approverLine.exec(line) ?? [];
    return type && id ? [{ type: type as Approver['type'], id: id.trim() }] : [];
  });
}

/** The rules that a request sets. */
export function rulesBody(values: RulesValues): RulesBody {
  const { acr, authWithin, ticketPattern } = values;
  const longest = Number(values.maxDuration);
  return {
    maxDurationSeconds: longest,
    defaultDurationSeconds: Math.min(Number(values.defaultDuration), longest),
    requireApproval: values.requireApproval,
    ...(values.requireApproval && {
      requiredApprovals: values.requiredApprovals,
      approvers: approversIn(values.approvers),
      approvalTimeoutSeconds: Number(values.approvalTimeout),
    }),
    requireJustification: values.requireJustification,
    requireTicket: values.requireTicket,
    ticketPattern:
      values.requireTicket && ticketPattern.trim() !== '' ? ticketPattern.trim() : null,
    ...(acr !== 'default' && { requireAcr: acr === 'none' ? null : acr }),
    requireAuthWithinSeconds: authWithin === 'any' ? null : Number(authWithin),
  };
}

/** The rules that each field of the form sets. */
const rulesOf = {
  // The usual duration never exceeds the longest one.
  maxDuration: ['maxDurationSeconds', 'defaultDurationSeconds'],
  defaultDuration: ['defaultDurationSeconds'],
  requireApproval: ['requireApproval'],
  requiredApprovals: ['requiredApprovals'],
  approvers: ['approvers'],
  approvalTimeout: ['approvalTimeoutSeconds'],
  requireJustification: ['requireJustification'],
  requireTicket: ['requireTicket', 'ticketPattern'],
  ticketPattern: ['ticketPattern'],
  acr: ['requireAcr'],
  authWithin: ['requireAuthWithinSeconds'],
} as const satisfies Record<keyof RulesValues, readonly (keyof RulesBody)[]>;

/** The fields of the form that a request sets, as `dirty` names them. */
export function rulesPatch(
  values: RulesValues,
  dirty: readonly string[],
): NonNullable<UpdateEligibleAssignmentRequest['rules']> {
  const body = rulesBody(values);
  const names = (Object.keys(rulesOf) as (keyof RulesValues)[])
    .filter((field) => dirty.includes(field))
    .flatMap((field): readonly (keyof RulesBody)[] => rulesOf[field]);
  return Object.fromEntries(names.filter((name) => name in body).map((name) => [name, body[name]]));
}
