import type { WordedFinding } from '../../client/field-words.ts';

/** Where findings of the platform belong in a form with rules. */
const fieldOf: readonly (readonly [RegExp, string])[] = [
  [/^\/rules\/maxDurationSeconds/, '/maxDuration'],
  [/^\/rules\/defaultDurationSeconds/, '/defaultDuration'],
  [/^\/rules\/requireApproval/, '/requireApproval'],
  [/^\/rules\/requiredApprovals/, '/requiredApprovals'],
  [/^\/rules\/approvers/, '/approvers'],
  [/^\/rules\/ticketPattern/, '/ticketPattern'],
];

/** Places a finding about a rule at its field. */
export function atRule(finding: WordedFinding): WordedFinding {
  const place = fieldOf.find(([pattern]) => pattern.test(finding.pointer));
  return place ? { ...finding, pointer: place[1] } : finding;
}
