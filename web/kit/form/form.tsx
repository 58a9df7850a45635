import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useSay } from '../words/words-context.ts';
import { ErrorSummary } from './error-summary.tsx';
import { FormLabels } from './form-labels.ts';
import { mergePatch } from './merge-patch.ts';
import type { DirtyFields, MergePatch } from './merge-patch.ts';
import { placeFindings } from './pointers.ts';
import type { Finding } from './pointers.ts';
import { SaveBar, useSaveKey } from './save-bar.tsx';
import styles from './form.module.css';

export interface FormProps<Values extends FieldValues> {
  /** `useForm({ defaultValues })`: the defaults are the version that was read, and the base of a conflict. */
  form: UseFormReturn<Values>;
  /** Sends the changes. Returns the server's findings, or nothing if they are saved. If it throws, the form says that they are not. */
  save: (patch: MergePatch, values: Values) => Promise<readonly Finding[] | void>;
  children: ReactNode;
  /** The button of a form that creates something. Without one, a bar counts and saves the changes. */
  submit?: ReactNode;
}

/** Shows findings at their fields; the first wrong field gets the focus. */
function showFindings<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  findings: readonly Finding[],
  fields: readonly string[],
): void {
  const placed = placeFindings(findings, fields);
  for (const { field, path, detail } of placed)
    form.setError((field ?? `root.${path || 'form'}`) as Path<Values>, { message: detail });
  const first = fields.find((name) => placed.some(({ field }) => field === name));
  if (first !== undefined) form.setFocus(first as Path<Values>);
}

/** A form that saves its changes as a merge patch, and places what the server finds. */
export function Form<Values extends FieldValues>({
  form,
  save,
  children,
  submit,
}: FormProps<Values>) {
  const say = useSay('kit');
  const [labels] = useState(() => new Map<string, string>());
  // Read while rendering: react-hook-form tracks only what is.
  const { dirtyFields } = form.formState;
  const submitForm = useCallback(
    () =>
      form.handleSubmit(async (values) => {
        try {
          const findings = await save(mergePatch(values, dirtyFields as DirtyFields), values);
          if (findings && findings.length > 0) showFindings(form, findings, [...labels.keys()]);
          else form.reset(values);
        } catch (error) {
          // Whatever happened, the changes are not saved, and the person has to know.
          form.setError('root.form', { message: say('form.failed') });
          reportError(error);
        }
      })(),
    [form, save, dirtyFields, labels, say],
  );
  useSaveKey(() => void submitForm());
  return (
    <FormLabels value={labels}>
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void submitForm();
        }}
      >
        <ErrorSummary form={form} />
        {children}
        {submit ?? <SaveBar form={form} />}
      </form>
    </FormLabels>
  );
}

/** Fields that belong together. */
export const FieldGroup = ({ children }: { children: ReactNode }) => (
  <div className={styles['group']}>{children}</div>
);
