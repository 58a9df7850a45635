import type { Secret } from '../members/secret.ts';
import { secret } from '../members/secret.ts';

/** The variables that files refer to. */
export type Environment = Readonly<Record<string, string | undefined>>;

const reference = /\$\$\{env:|\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;
const wholeReference = /^\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** Replaces the references in a text. `$${env:` is a literal `${env:`. */
export function interpolated(
  text: string,
  environment: Environment,
): { text: string; missing: string[] } {
  const missing: string[] = [];
  const replaced = text.replace(reference, (match, name?: string) => {
    if (name === undefined) return '${env:';
    const value = environment[name];
    if (value === undefined) missing.push(name);
    return value ?? match;
  });
  return { text: replaced, missing };
}

/** Writes a text so that it is read back unchanged. */
export const escaped = (text: string): string => text.replaceAll('${env:', () => '$${env:');

/** A reference to a variable, as files contain it. */
export const referenceTo = (variable: string): string => `\${env:${variable}}`;

/** Reads the reference that a secret member consists of; undefined if it is something else. */
export function secretOf(value: unknown, environment: Environment): Secret | undefined {
  const variable = typeof value === 'string' ? wholeReference.exec(value)?.[1] : undefined;
  if (variable === undefined) return undefined;
  const found = environment[variable];
  return secret(found === undefined ? { variable } : { variable, value: found });
}
