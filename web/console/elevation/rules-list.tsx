import type { PimRules } from '@platform/sdk';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { useDurationWords } from '../../parts/durations.ts';

/** The rules of an eligible assignment, to read. */
export function RulesList({ rules }: { rules: PimRules }) {
  const say = useSay('elevation');
  const formats = useFormats();
  const wordsOf = useDurationWords();
  const approvers = rules.approvers.map(({ type, id }) => `${type}:${id}`);
  const within = rules.requireAuthWithinSeconds;
  const approval = rules.requireApproval
    ? [
        {
          term: say('rules.approval'),
          value: say('rules.summary.approval', { count: rules.requiredApprovals }),
        },
        {
          term: say('rules.approvers'),
          value:
            approvers.length === 0 ? say('rules.approversAnyone') : formats.formatList(approvers),
        },
        { term: say('rules.timeout'), value: wordsOf(rules.approvalTimeoutSeconds) },
      ]
    : [{ term: say('rules.approval'), value: say('rules.summary.none') }];
  const asked = [
    ...(rules.requireJustification ? [say('rules.requireJustification')] : []),
    ...(rules.requireTicket ? [say('rules.requireTicket')] : []),
  ];
  return (
    <DefinitionList
      entries={[
        { term: say('rules.maxDuration'), value: wordsOf(rules.maxDurationSeconds) },
        { term: say('rules.defaultDuration'), value: wordsOf(rules.defaultDurationSeconds) },
        ...approval,
        { term: say('rules.ask'), value: asked.length > 0 ? formats.formatList(asked) : '—' },
        ...(rules.ticketPattern === null
          ? []
          : [{ term: say('rules.ticketPattern'), value: <code>{rules.ticketPattern}</code> }]),
        { term: say('rules.acr'), value: rules.requireAcr ?? say('rules.acr.none') },
        {
          term: say('rules.authWithin'),
          value: within === null ? say('rules.authWithin.any') : wordsOf(within),
        },
      ]}
    />
  );
}
