import { useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import type { Call, Client, ProblemCode } from '@platform/sdk';
import { findingsOf } from '../client/field-words.ts';
import type { FormDescriptor } from '../client/form-descriptor.ts';
import {
  formWith,
  leafNames,
  plainBody,
  plainCreation,
  plainValues,
} from '../client/plain-values.ts';
import type { PlainValues } from '../client/plain-values.ts';
import type { Read } from '../client/query.ts';
import type { CodeEntry } from '../client/request-code.ts';
import { useWrite } from '../client/write.ts';
import type { OperationId } from '../generated/operations.ts';
import { Section } from '../kit/content/section.tsx';
import { ConflictDialog } from '../kit/form/conflict-dialog.tsx';
import { Form } from '../kit/form/form.tsx';
import { useSay } from '../kit/words/words-context.ts';
import { useConditionalSave } from './conditional-save.ts';
import { useDraft } from './draft.ts';
import { FormDialog } from './form-dialog.tsx';
import { PlainFields } from './plain-fields.tsx';
import type { PlainField } from './plain-fields.tsx';

/** Fields that belong together, below a title. */
export interface PlainGroup {
  title: string;
  about?: ReactNode;
  fields: readonly PlainField[];
  /** Content below the fields, such as a button that fills one in. */
  below?: (form: UseFormReturn<PlainValues>) => ReactNode;
}

export interface PlainFormProps<T extends object> {
  of: FormDescriptor;
  /** As a function, for fields that depend on the values of others. */
  groups: readonly PlainGroup[] | ((values: PlainValues) => readonly PlainGroup[]);
  read: Read<T>;
  /** Sends the changed properties of a PATCH, or all of a PUT. */
  send: (api: Client, body: PlainValues, condition: { ifMatch?: string }) => Call<T, ProblemCode>;
  /** Whether the body replaces the resource. */
  isPut?: boolean;
  reread: (api: Client) => Call<T, ProblemCode>;
  refreshes: readonly OperationId[];
  /** Names the form and its resource, for what is typed and not saved. */
  draft: string;
  isReadOnly: boolean;
}

/** The settings of a resource as a plain form, saved on condition that it is still the one that was read. */
export function PlainForm<T extends object>(props: PlainFormProps<T>) {
  const { of, groups, read, send, isPut, reread, refreshes, draft, isReadOnly } = props;
  const groupsFor = (values: PlainValues) =>
    typeof groups === 'function' ? groups(values) : groups;
  const namesFor = (values: PlainValues) =>
    groupsFor(values).flatMap((group) => group.fields.map(({ name }) => name));
  const names = typeof groups === 'function' ? leafNames(of) : namesFor({});
  const valuesOf = (resource: T) => plainValues(of, names, resource);
  const form = useForm<PlainValues>({ defaultValues: valuesOf(read.value), mode: 'onTouched' });
  // What is absent has its default.
  const replacement = (values: PlainValues) =>
    plainCreation(formWith(of, namesFor(values)), values);
  const { save, conflict } = useConditionalSave<T, PlainValues>({
    form,
    read,
    valuesOf,
    bodyOf: (patch) => plainBody(of, patch),
    send: (api, patch, ifMatch) =>
      send(
        api,
        isPut ? replacement(form.getValues()) : (patch as PlainValues),
        ifMatch === undefined ? {} : { ifMatch },
      ),
    reread,
    refreshes,
  });
  useDraft(form, draft);
  const shown = groupsFor(form.watch());
  const labelOf = (name: string) =>
    shown.flatMap(({ fields }) => fields).find((one) => one.name === name)?.label ?? name;
  return (
    <>
      <Form form={form} save={(patch) => save(plainBody(of, patch))}>
        {shown.map((group) => (
          <Section key={group.title} title={group.title} about={group.about}>
            <PlainFields form={form} of={of} fields={group.fields} isReadOnly={isReadOnly} />
            {!isReadOnly && group.below?.(form)}
          </Section>
        ))}
      </Form>
      {conflict && <ConflictDialog {...conflict} labelOf={labelOf} />}
    </>
  );
}

export interface PlainDialogProps<T> {
  title: string;
  /** Verb and object. */
  submit: string;
  of: FormDescriptor;
  fields: readonly PlainField[] | ((values: PlainValues) => readonly PlainField[]);
  /** Values that are proposed. */
  start?: object;
  /** The body, if it is not what the form has; fields that are not shown are left out. */
  bodyOf?: (body: PlainValues) => PlainValues;
  /** The request as code. */
  codeOf: (body: PlainValues) => Omit<CodeEntry, 'body'>;
  send: (api: Client, body: PlainValues, key: { idempotencyKey: string }) => Call<T, ProblemCode>;
  refreshes: readonly OperationId[];
  onDone: (value: T) => void;
  onClose: () => void;
  isSecret?: boolean;
  children?: ReactNode;
}

/** A plain form in a dialog, for something that is created. */
export function PlainDialog<T>(props: PlainDialogProps<T>) {
  const { title, submit, of, start = {}, codeOf, refreshes, onDone, onClose, isSecret } = props;
  const sayProblem = useSay('problems');
  const fieldsFor = (values: PlainValues) =>
    typeof props.fields === 'function' ? props.fields(values) : props.fields;
  const [defaultValues] = useState(() => plainValues(of, leafNames(of), start));
  const form = useForm<PlainValues>({ defaultValues, mode: 'onTouched' });
  const create = useWrite(props.send, { refreshes, isSecret });
  const shown = fieldsFor(form.watch());
  const requestOf = (values: PlainValues) => {
    const names = fieldsFor(values).map(({ name }) => name);
    const body = plainCreation(formWith(of, names), values);
    return props.bodyOf?.(body) ?? body;
  };
  const body = requestOf(form.watch());
  return (
    <FormDialog
      title={title}
      form={form}
      save={async (_, values) => {
        try {
          const value = await create.mutateAsync(requestOf(values));
          create.reset();
          onDone(value);
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={submit}
      code={[{ ...codeOf(body), body }]}
      onClose={onClose}
    >
      {props.children}
      <PlainFields form={form} of={of} fields={shown} />
    </FormDialog>
  );
}
