import { idPrefixes, parseWith, pathOf } from '@platform/contracts';
import type { FieldError } from '@platform/contracts';
import { namedBy, partsOf } from '../kinds/kind.ts';
import type { AnyKind, Reference } from '../kinds/kind.ts';
import { mapAt, valuesAt, withValueAt } from '../members/member-path.ts';
import type { Path } from '../members/member-path.ts';
import { isObject, pick } from '../members/members.ts';
import type { Members } from '../members/members.ts';
import { isSecret } from '../members/secret.ts';
import { interpolated, secretOf } from './environment.ts';
import type { Environment } from './environment.ts';
import { memberNamesAt } from './member-names.ts';
import { advice } from './nearest-name.ts';

/** Reports what is wrong at a path of the resource. */
export type Report = (path: Path, message: string) => void;

const notAReference =
  'is a secret. Write a reference to the environment, such as ${env:NAME}, in its place';

interface ReadingContext {
  environment: Environment;
  absent: 'refuse' | 'keep';
  report: Report;
}

/** Replaces references to the environment. A secret becomes a {@link Secret}. */
function fromEnvironment(
  kind: AnyKind,
  members: Members,
  { environment, absent, report }: ReadingContext,
): Members {
  const withSecrets = kind.secrets.reduce(
    (changed, { at }) =>
      mapAt(changed, at, ({ path, value }) => {
        const found = secretOf(value, environment);
        if (!found && value !== null) report(path, `${path.join('.')} ${notAReference}`);
        return found ?? value;
      }),
    members,
  );
  const walk = (value: unknown, path: Path): unknown => {
    if (isSecret(value)) return value;
    if (Array.isArray(value)) return value.map((entry, i) => walk(entry, [...path, i]));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, walk(member, [...path, name])]),
      );
    if (typeof value !== 'string') return value;
    const { text, missing } = interpolated(value, environment);
    if (absent === 'refuse')
      for (const name of missing) report(path, `The environment has no variable ${name}`);
    return text;
  };
  return walk(withSecrets, []) as Members;
}

/** A well-formed id in place of a name, since the schema accepts ids. */
const standIn = ({ to }: Reference, index: number): string | undefined =>
  to.refersBy === 'name'
    ? undefined
    : `${idPrefixes[to.refersBy]}_${String(index).padStart(26, '0')}`;

interface Replaced {
  path: Path;
  original: unknown;
}

/** Writes values that the schema accepts where the API expects ids and secrets. */
function withStandIns(kind: AnyKind, members: Members): { value: Members; replaced: Replaced[] } {
  const replaced: Replaced[] = [];
  let value = members;
  const put = (path: Path, original: unknown, next: unknown): void => {
    replaced.push({ path, original });
    value = withValueAt(value, path, next) as Members;
  };
  for (const { at, example } of kind.secrets)
    for (const found of valuesAt(members, at))
      if (isSecret(found.value)) put(found.path, found.value, found.value.value ?? example);
  for (const reference of kind.references)
    for (const { path, value: name } of namedBy(reference, members)) {
      const id = standIn(reference, replaced.length);
      if (id !== undefined) put(path, name, id);
    }
  return { value, replaced };
}

function reportErrors(kind: AnyKind, errors: readonly FieldError[], report: Report): void {
  for (const { pointer = '', code, detail } of errors) {
    const path = pathOf(pointer);
    const name = path.at(-1) ?? '';
    if (code === 'unknown_member')
      report(path, `${name} is not known.${advice(name, memberNamesAt(kind, path.slice(0, -1)))}`);
    else report(path, path.length === 0 ? detail : `${path.join('.')} ${detail}`);
  }
}

function reportExcluded(kind: AnyKind, members: Members, report: Report): Members {
  for (const name of kind.excluded)
    if (Object.hasOwn(members, name))
      report([name], `${name} is not a setting of the ${kind.name}. Leave it out`);
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => !kind.excluded.includes(name)),
  );
}

const withoutResets = ({ nullResets, defaults }: AnyKind, members: Members): Members =>
  nullResets
    ? Object.fromEntries(
        Object.entries(members).filter(
          ([name, value]) => value !== null || defaults[name] === null,
        ),
      )
    : members;

/** Checks members without references to the environment, and adds those that have defaults. Undefined if there are faults. */
export function completeMembers(
  kind: AnyKind,
  members: Members,
  report: Report,
): Members | undefined {
  const { value, replaced } = withStandIns(kind, withoutResets(kind, members));
  const { body, additional } = partsOf(kind, value);
  const parts = [
    parseWith(kind.schema, body),
    ...(kind.additional ? [parseWith(kind.additional, additional)] : []),
  ];
  for (const { errors = [] } of parts) reportErrors(kind, errors, report);
  if (parts.some(({ errors }) => errors)) return undefined;
  const data = Object.assign({}, ...parts.map((part) => part.data)) as Members;
  const restored = replaced.reduce<unknown>(
    (changed, { path, original }) => withValueAt(changed, path, original),
    { ...kind.defaults, ...data },
  ) as Members;
  return pick(kind.canonical?.(restored) ?? restored, kind.members);
}

/** Reads the members of one resource in a file. */
export function checkedMembers(
  kind: AnyKind,
  value: unknown,
  context: ReadingContext,
): Members | undefined {
  if (!isObject(value)) {
    context.report([], `${kind.name} must be an object with members`);
    return undefined;
  }
  const members = reportExcluded(kind, value, context.report);
  return completeMembers(kind, fromEnvironment(kind, members, context), context.report);
}
