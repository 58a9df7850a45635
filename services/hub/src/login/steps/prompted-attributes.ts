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

/** The typed values by attribute name, or the failure of the first invalid field. */
export type PromptedValues = { values: Record<string, string> } | { failure: FormFailure };

const keys: Readonly<Record<string, string>> = {
  email: 'error.email_form',
  phoneNumber: 'login.error.phone_form',
};

const formFailure = (field: string): FormFailure => ({
  field,
  key: keys[field] ?? 'login.error.attribute_form',
});

/** People type phone numbers with blanks, brackets and hyphens. */
const cleaned = (name: string, typed: string): string =>
  name === 'phoneNumber' ? typed.normalize('NFKC').replace(/[\s()./\p{Pd}]/gu, '') : typed;

/** Reads and validates attribute fields. Empty ones are left out. */
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

/** Maps a rejection by the directory to the field that caused it. @throws any error that other values would not fix */
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
