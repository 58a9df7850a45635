import { useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { pim } from '@platform/sdk';
import type { EligibleAssignment, UpdateEligibleAssignmentRequest } from '@platform/sdk';
import type { Read } from '../../client/query.ts';
import { Section } from '../../kit/content/section.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea } from '../../kit/controls/text-field.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup } from '../../kit/form/form.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDurationWords } from '../../parts/durations.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { endChoices, endOf, kept } from './eligible-ends.ts';
import { RulesFields } from './rules-fields.tsx';
import { atRule } from './rules-findings.ts';
import { rulesPatch, rulesValues } from './rules-values.ts';
import type { RulesValues } from './rules-values.ts';

interface EditValues extends RulesValues {
  justification: string;
  until: string;
}

const valuesOf = ({ rules, justification }: EligibleAssignment): EditValues => ({
  ...rulesValues(rules),
  justification: justification ?? '',
  until: kept,
});

/** The body of a request that saves the changed fields. */
function bodyOf(
  patch: Readonly<Record<string, unknown>>,
  values: EditValues,
): UpdateEligibleAssignmentRequest {
  const rules = rulesPatch(values, Object.keys(patch));
  return {
    ...('justification' in patch && { justification: values.justification.trim() || null }),
    ...('until' in patch && { expiresAt: endOf(values.until) }),
    ...(Object.keys(rules).length > 0 && { rules }),
  };
}

const labels = {
  justification: 'justification',
  until: 'eligible.until',
  maxDuration: 'rules.maxDuration',
  defaultDuration: 'rules.defaultDuration',
  requireApproval: 'rules.requireApproval',
  requiredApprovals: 'rules.requiredApprovals',
  approvers: 'rules.approvers',
  approvalTimeout: 'rules.timeout',
  requireJustification: 'rules.requireJustification',
  requireTicket: 'rules.requireTicket',
  ticketPattern: 'rules.ticketPattern',
  acr: 'rules.acr',
  authWithin: 'rules.authWithin',
} as const satisfies Record<keyof EditValues, string>;

/** Whether a field has a duration in seconds; `any` is none. */
const isDuration = (field: string, value: unknown): boolean =>
  /duration|timeout|within/i.test(field) && Number(value) > 0;

interface EditEligibleProps {
  read: Read<EligibleAssignment>;
  onClose: () => void;
}

/** Changes the end and the rules of an eligibility. Changes of another person are merged. */
export function EditEligible({ read, onClose }: EditEligibleProps) {
  const say = useSay('elevation');
  const sayRoles = useSay('roles');
  const formats = useFormats();
  const wordsOf = useDurationWords();
  const { id, expiresAt } = read.value;
  const form = useForm<EditValues>({ defaultValues: valuesOf(read.value), mode: 'onTouched' });
  const toBody = (patch: Readonly<Record<string, unknown>>) => ({
    ...bodyOf(patch, form.getValues()),
  });
  const { save, conflict } = useConditionalSave({
    form,
    read,
    valuesOf,
    bodyOf: toBody,
    send: (api, patch, ifMatch) =>
      pim(api).eligibleAssignments.update(id, patch, ifMatch === undefined ? {} : { ifMatch }),
    reread: (api) => pim(api).eligibleAssignments.get(id),
    refreshes: [
      'pimEligibilityAdminGet',
      'pimEligibilityAdminList',
      'pimListEligible',
      'pimListActivations',
    ],
    onSaved: onClose,
  });
  const show = (value: unknown, path: string) =>
    isDuration(path, value) ? wordsOf(Number(value)) : <Verbatim text={String(value) || '—'} />;
  const choices = endChoices(expiresAt, {
    never: say('unlimited'),
    until: (time) => formats.formatDate(time, { dateStyle: 'medium', timeStyle: 'short' }),
    days: (count) => sayRoles('assign.days', { count }),
  });
  return (
    <>
      <FormDialog
        title={say('eligible.edit')}
        size="wide"
        form={form}
        save={async (patch) => (await save(toBody(patch))).map(atRule)}
        submit={say('eligible.edit.save')}
        code={[
          {
            operation: 'pimEligibilityAdminUpdate',
            parameters: [id],
            body: toBody(form.formState.dirtyFields),
          },
        ]}
        onClose={onClose}
      >
        <p>{say('eligible.edit.about')}</p>
        <FormField form={form} name="justification" label={say('justification')}>
          {(field) => <TextArea {...field} rows={2} isOptional />}
        </FormField>
        <FormField form={form} name="until" label={say('eligible.until')}>
          {(field) => <Select {...field} choices={choices} />}
        </FormField>
        <Section title={say('rules')}>
          <FieldGroup>
            <RulesFields form={form as unknown as UseFormReturn<RulesValues>} />
          </FieldGroup>
        </Section>
      </FormDialog>
      {conflict && (
        <ConflictDialog
          {...conflict}
          labelOf={(name) => say(labels[name as keyof EditValues])}
          show={show}
        />
      )}
    </>
  );
}
