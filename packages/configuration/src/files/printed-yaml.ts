import { stringify } from 'yaml';
import { addressOf } from '../kinds/kind.ts';
import type { AnyKind } from '../kinds/kind.ts';
import type { Path } from '../members/member-path.ts';
import { isObject } from '../members/members.ts';
import type { Members } from '../members/members.ts';
import { isSecret } from '../members/secret.ts';
import type { Secret } from '../members/secret.ts';
import { escaped, referenceTo } from './environment.ts';

/** The variable of a secret: `WEBHOOK_ENDPOINT_EXAMPLE_COM_HEADERS_AUTHORIZATION`. */
export const variableOf = (address: string, path: Path): string =>
  [address.replace(/https?:\/\//, ''), ...path]
    .join('_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .toUpperCase();

/** Returns members as files contain them: secrets as references to the environment. */
export function inFiles(
  { kind, key }: { kind: AnyKind; key: string },
  members: Members,
  nameSecret: (secret: Secret, path: Path) => string | undefined = () => undefined,
): Members {
  const address = addressOf(kind, key);
  const walk = (value: unknown, path: Path): unknown => {
    if (isSecret(value)) {
      const variable = nameSecret(value, path) ?? value.variable ?? variableOf(address, path);
      return referenceTo(variable);
    }
    if (Array.isArray(value)) return value.map((entry, i) => walk(entry, [...path, i]));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, walk(member, [...path, name])]),
      );
    return typeof value === 'string' ? escaped(value) : value;
  };
  return walk(members, []) as Members;
}

/** Writes YAML. Texts of several lines are blocks. */
export const printedYaml = (value: unknown): string =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
