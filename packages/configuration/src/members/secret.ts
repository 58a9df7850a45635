import { isObject } from './members.ts';

const mark: unique symbol = Symbol('secret');

/** A secret: a reference to the environment in a file, or what the API shows of a stored one. */
export interface Secret {
  readonly [mark]: true;
  /** The variable that holds the value. */
  readonly variable?: string;
  /** Absent if the variable is not set, or if the secret is stored. */
  readonly value?: string;
  /** Last characters of a stored secret, if the API shows them. */
  readonly last4?: string;
  /** The form in which an export writes a secret whose members the API does not show. */
  readonly form?: unknown;
}

/** Makes a secret. */
export const secret = (of: Omit<Secret, typeof mark> = {}): Secret => ({ ...of, [mark]: true });

export const isSecret = (value: unknown): value is Secret =>
  typeof value === 'object' && value !== null && mark in value;

/** Lists the secrets in a value. */
export function secretsIn(value: unknown): Secret[] {
  if (isSecret(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  return isObject(value) ? Object.values(value).flatMap(secretsIn) : [];
}

/** Replaces the secrets in a value. */
export function mapSecrets(value: unknown, change: (secret: Secret) => unknown): unknown {
  if (isSecret(value)) return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapSecrets(entry, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapSecrets(member, change)]),
  );
}
