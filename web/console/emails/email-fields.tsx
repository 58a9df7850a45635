import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { EmailTemplate } from '@platform/sdk';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { withVariable } from './email-values.ts';
import type { EmailValues } from './email-values.ts';

interface EmailFieldsProps {
  form: UseFormReturn<EmailValues>;
  template: EmailTemplate;
  /** What the platform finds in what has not been saved, by field. */
  findings: ReadonlyMap<string, string>;
  isReadOnly: boolean;
}

type TemplateName = 'subject' | 'html' | 'text';
const templateNames: readonly TemplateName[] = ['subject', 'html', 'text'];

/** Inserts a variable where the user has been writing. */
function useInsert(form: UseFormReturn<EmailValues>) {
  const last = useRef<HTMLInputElement | HTMLTextAreaElement>(undefined);
  return {
    onFocusCapture({ target }: { target: EventTarget }) {
      const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
      // The list of variables has a field of its own.
      if (isText && templateNames.some((name) => name === target.name)) last.current = target;
    },
    insert(variable: string) {
      const name = templateNames.find((one) => one === last.current?.name) ?? 'html';
      const element = last.current?.name === name ? last.current : undefined;
      const text = form.getValues(name);
      const start = element?.selectionStart ?? text.length;
      const next = withVariable(text, variable, { start, end: element?.selectionEnd ?? start });
      form.setValue(name, next.text, { shouldDirty: true });
      form.setFocus(name);
      requestAnimationFrame(() => element?.setSelectionRange(next.at, next.at));
    },
  };
}

/** The fields of a template. */
export function EmailFields({ form, template, findings, isReadOnly }: EmailFieldsProps) {
  const say = useSay('emails');
  const { insert, onFocusCapture } = useInsert(form);
  const { requiredVariables, availableVariables } = template;
  const isNotice = requiredVariables.length === 0;
  const textField = (name: TemplateName) => (
    <FormField form={form} name={name} label={say(`field.${name}`)}>
      {({ problem, ...field }) => {
        const shared = { ...field, problem: problem ?? findings.get(name), isReadOnly };
        if (name === 'subject') return <TextField {...shared} />;
        return (
          <TextArea
            {...shared}
            rows={name === 'html' ? 14 : 6}
            isCode
            isOptional={name === 'text'}
            hint={
              name === 'html'
                ? say('hint.html', { sample: '{{ user.givenName }}' })
                : say('hint.text')
            }
          />
        );
      }}
    </FormField>
  );
  return (
    <div onFocusCapture={onFocusCapture}>
      <FieldGroup>
        {textField('subject')}
        {textField('html')}
        {!isReadOnly && (
          <Select<string>
            label={say('insertVariable')}
            hint={
              requiredVariables.length > 0 &&
              say('requiredVariables', { names: requiredVariables.join(', ') })
            }
            value={null}
            choices={availableVariables.map((id) => ({ id, label: id }))}
            onChange={insert}
            isOptional
          />
        )}
        {textField('text')}
        {(['fromName', 'replyTo'] as const).map((name) => (
          <FormField key={name} form={form} name={name} label={say(`field.${name}`)}>
            {({ problem, ...field }) => (
              <TextField
                {...field}
                problem={problem ?? findings.get(name)}
                isOptional
                isReadOnly={isReadOnly}
              />
            )}
          </FormField>
        ))}
        {requiredVariables.includes('link') && (
          <FormField
            form={form}
            name="linkLifetimeMinutes"
            label={say('field.linkLifetimeMinutes')}
          >
            {({ problem, ...field }) => (
              <NumberField
                {...field}
                problem={problem ?? findings.get('linkLifetimeSeconds')}
                hint={say('hint.linkLifetime')}
                unit={say('minutes')}
                minValue={5}
                isOptional
                isReadOnly={isReadOnly}
              />
            )}
          </FormField>
        )}
        {isNotice && (
          <FormField form={form} name="enabled" label={say('field.enabled')}>
            {({ value, ...field }) => (
              <Checkbox {...field} isSelected={value} isReadOnly={isReadOnly} />
            )}
          </FormField>
        )}
      </FieldGroup>
    </div>
  );
}
