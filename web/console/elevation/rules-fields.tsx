import type { UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useDurationWords } from '../../parts/durations.ts';
import { acrChoices, approverFault } from './rules-values.ts';
import type { RulesValues } from './rules-values.ts';

const durations = [900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400];
const timeouts = [3_600, 14_400, 86_400, 259_200, 604_800];
const signIns = [300, 900, 1_800, 3_600];

interface RulesFieldsProps {
  // The form of an eligible assignment has more fields than these.
  form: UseFormReturn<RulesValues>;
  /** Whether rules may be left to the platform. */
  isNew?: boolean;
}

/** Choices of durations, with one that is not among the usual ones. */
function useDurations() {
  const wordsOf = useDurationWords();
  return (usual: readonly number[], chosen: string) =>
    [...new Set([...usual, ...(Number(chosen) > 0 ? [Number(chosen)] : [])])]
      .sort((a, b) => a - b)
      .map((one) => ({ id: String(one), label: wordsOf(one) }));
}

function DurationFields({ form }: RulesFieldsProps) {
  const say = useSay('elevation');
  const choicesOf = useDurations();
  const longest = form.watch('maxDuration');
  return (
    <>
      <FormField form={form} name="maxDuration" label={say('rules.maxDuration')}>
        {(field) => <Select {...field} choices={choicesOf(durations, field.value)} />}
      </FormField>
      <FormField form={form} name="defaultDuration" label={say('rules.defaultDuration')}>
        {(field) => (
          <Select
            {...field}
            choices={choicesOf(durations, field.value).filter(
              ({ id }) => Number(id) <= Number(longest) || id === field.value,
            )}
          />
        )}
      </FormField>
    </>
  );
}

function ApprovalFields({ form }: RulesFieldsProps) {
  const say = useSay('elevation');
  const choicesOf = useDurations();
  return (
    <>
      <FormField
        form={form}
        name="requiredApprovals"
        label={say('rules.requiredApprovals')}
        rules={{ min: 1, max: 5 }}
      >
        {(field) => <NumberField {...field} minValue={1} maxValue={5} />}
      </FormField>
      <FormField
        form={form}
        name="approvers"
        label={say('rules.approvers')}
        rules={{
          validate(text) {
            const line = approverFault(text);
            return line === undefined || say('rules.approversFault', { line });
          },
        }}
      >
        {(field) => (
          <TextArea {...field} hint={say('rules.approversHint')} rows={2} isCode isOptional />
        )}
      </FormField>
      <FormField form={form} name="approvalTimeout" label={say('rules.timeout')}>
        {(field) => <Select {...field} choices={choicesOf(timeouts, field.value)} />}
      </FormField>
    </>
  );
}

/** The rules that a request for an elevation must meet. */
export function RulesFields({ form, isNew = false }: RulesFieldsProps) {
  const say = useSay('elevation');
  const choicesOf = useDurations();
  const acr = form.watch('acr');
  const offered = acrChoices.filter((id) => isNew || id !== 'default');
  return (
    <>
      <DurationFields form={form} />
      <FormField form={form} name="requireApproval" label={say('rules.requireApproval')}>
        {({ value, ...field }) => (
          <Checkbox {...field} isSelected={value} hint={say('rules.requireApprovalHint')} />
        )}
      </FormField>
      {form.watch('requireApproval') && <ApprovalFields form={form} />}
      <FormField form={form} name="requireJustification" label={say('rules.requireJustification')}>
        {({ value, ...field }) => <Checkbox {...field} isSelected={value} />}
      </FormField>
      <FormField form={form} name="requireTicket" label={say('rules.requireTicket')}>
        {({ value, ...field }) => <Checkbox {...field} isSelected={value} />}
      </FormField>
      {form.watch('requireTicket') && (
        <FormField form={form} name="ticketPattern" label={say('rules.ticketPattern')}>
          {(field) => (
            <TextField {...field} hint={say('rules.ticketPatternHint')} isCode isOptional />
          )}
        </FormField>
      )}
      <FormField form={form} name="acr" label={say('rules.acr')}>
        {(field) => (
          <Select
            {...field}
            choices={[
              ...offered.map((id) => ({ id: id as string, label: say(`rules.acr.${id}`) })),
              ...(acrChoices.some((id) => id === acr) ? [] : [{ id: acr, label: acr }]),
            ]}
          />
        )}
      </FormField>
      <FormField form={form} name="authWithin" label={say('rules.authWithin')}>
        {(field) => (
          <Select
            {...field}
            choices={[
              { id: 'any', label: say('rules.authWithin.any') },
              ...choicesOf(signIns, field.value),
            ]}
          />
        )}
      </FormField>
    </>
  );
}
