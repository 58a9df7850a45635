/** The definition of a form field. */
export interface FieldDefinition {
  name: string;
  label: string;
  /** Default `text`. Password values are never sent back. */
  type?: 'text' | 'email' | 'password' | 'tel';
  autocomplete?: string;
  inputmode?: 'text' | 'email' | 'numeric' | 'tel';
  maxLength?: number;
  /** Length of a one-time code: one wide field that submits itself when it is full. */
  codeLength?: number;
  hint?: string;
  /** Shown beside the label. */
  link?: { href: string; text: string };
  /** For identifiers and codes: disables capitalization and correction. */
  plain?: boolean;
  /** Default true. */
  required?: boolean;
}

/** A field as rendered by a template. */
export interface FieldView extends FieldDefinition {
  id: string;
  type: NonNullable<FieldDefinition['type']>;
  value: string;
  error?: string;
  autofocus: boolean;
  /** Ids of hint and error. */
  describedBy?: string;
}

/** The submitted values of a form and their errors. */
export interface FormState {
  values?: Readonly<Record<string, string>>;
  /** One sentence per field. */
  errors?: Readonly<Record<string, string>>;
}

const code = { inputmode: 'numeric', autocomplete: 'one-time-code', plain: true } as const;

function viewOf(definition: FieldDefinition, { values = {}, errors = {} }: FormState): FieldView {
  const { name, hint, type = 'text', codeLength } = definition;
  const id = `field-${name}`;
  const error = errors[name];
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    required: true,
    ...(codeLength ? code : {}),
    ...definition,
    id,
    type,
    value: type === 'password' || codeLength ? '' : (values[name] ?? ''),
    error,
    autofocus: false,
    describedBy: describedBy || undefined,
  };
}

/** The field to focus: the first with an error, else the first empty one. */
const startOf = (fields: readonly FieldView[]): FieldView | undefined =>
  fields.find(({ error }) => error !== undefined) ?? fields.find(({ value }) => value === '');

/** The fields of a form by name, with their errors and the initial focus. */
export function formView<N extends string>(
  definitions: readonly (FieldDefinition & { name: N })[],
  state: FormState = {},
): Record<N, FieldView> {
  const fields = definitions.map((definition) => viewOf(definition, state));
  const start = startOf(fields);
  return Object.fromEntries(
    fields.map((field) => [field.name, { ...field, autofocus: field === start }]),
  ) as Record<N, FieldView>;
}

/** The first error of each field of a rejected body, by property name: `/email` is `email`. */
export function errorsByField<E extends { pointer?: string }>(
  errors: readonly E[],
  text: (error: E) => string,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const error of errors) {
    const name = error.pointer?.split('/')[1];
    if (name !== undefined && name !== '') found[name] ??= text(error);
  }
  return found;
}
