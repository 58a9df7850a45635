import { UpdateUserRequest } from '@platform/contracts';
import { asProblem } from '@platform/kit/problem';
import { attributeAt, profileOfAttributes } from '../../user-attributes/user-attributes.ts';
import type { FormFailure } from '../flow/login-progress.ts';
import type { Form } from './login-step.ts';

/** An attribute that a step asks for. */
export interface PromptedAttribute {
  name: string;
  required: boolean;
}

/** What was typed, by the names of the attributes; or the first field that is wrong. */
export type PromptedValues = { values: Record<string, string> } | { failure: FormFailure };

const keys: Readonly<Record<string, string>> = {
  email: 'error.email_form',
  phoneNumber: 'login.error.phone_form',
};

const formFailure = (field: string): FormFailure => ({
  field,
  key: keys[field] ?? 'login.error.attribute_form',
});

/** Phone numbers are typed with blanks, brackets and hyphens. */
const cleaned = (name: string, typed: string): string =>
  name === 'phoneNumber' ? typed.normalize('NFKC').replace(/[\s()./\p{Pd}]/gu, '') : typed;

/** Reads the fields of attributes. What is left empty is left out. */
export function readPrompted(form: Form, asked: readonly PromptedAttribute[]): PromptedValues {
  const values: Record<string, string> = {};
  for (const { name, required } of asked) {
    const value = cleaned(name, (form[name] ?? '').trim());
    if (required && value === '') return { failure: { field: name, key: 'error.required' } };
    if (value !== '') values[name] = value;
  }
  const { error } = UpdateUserRequest.safeParse(profileOfAttributes(values));
  const wrong = error && attributeAt(Object.keys(values), error.issues[0]?.path ?? []);
  return wrong === undefined ? { values } : { failure: formFailure(wrong) };
}

const pathOf = (pointer = ''): string[] => pointer.split('/').slice(1);

/** Why the directory did not take the values, for the field that is to blame. @throws what no other value would mend */
export function directoryFailure(error: unknown, names: readonly string[]): FormFailure {
  const { status, code, details } = asProblem(error);
  if (status !== 409 && status !== 422) throw error;
  const fields = (details.errors ?? []).map(({ pointer }) => attributeAt(names, pathOf(pointer)));
  const field = fields.find((one) => one !== undefined);
  if (field === undefined) return { key: 'login.error.attributes_refused' };
  return code === 'already_exists'
    ? { field, key: 'login.error.attribute_taken' }
    : formFailure(field);
}
