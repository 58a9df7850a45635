import { completeMembers } from '../files/checked-members.ts';
import type { Configuration } from '../files/read-configuration.ts';
import { inFiles } from '../files/printed-yaml.ts';
import { isSame } from '../members/difference.ts';
import { valuesAt } from '../members/member-path.ts';
import type { Members } from '../members/members.ts';
import { isSecret, mapSecrets } from '../members/secret.ts';
import type { Found } from '../tenant/tenant-state.ts';

const ignore = (): void => undefined;

/** Drops members that have the same value if they are left out. */
function withoutDefaults({ kind }: Found, members: Members): Members {
  const keys = new Set(kind.key.map((path) => path.split('/')[0]));
  return Object.keys(members).reduce<Members>((kept, name) => {
    const { [name]: value, ...rest } = kept;
    if (keys.has(name) && value !== null) return kept;
    const complete = completeMembers(kind, rest, ignore);
    return complete && isSame(complete[name], value) ? rest : kept;
  }, members);
}

/** What the API does not return, from the files of an earlier export: members of creations, and the variables of secrets. */
function keptFrom(before: Configuration | undefined, { address, kind }: Found): Members {
  const declared = before?.resources.find((one) => one.address === address);
  if (!declared) return {};
  return Object.fromEntries(
    kind.creationOnly
      .filter((name) => declared.members[name] !== undefined)
      .map((name) => [name, declared.members[name]]),
  );
}

/** The members of a resource as an export writes them. */
export function exportedMembers(found: Found, before?: Configuration): Members {
  const { kind, members } = found;
  const declared = before?.resources.find((one) => one.address === found.address);
  const secretAt = (path: readonly (string | number)[]): string | undefined => {
    const at = valuesAt(declared?.members ?? {}, path.join('/')).at(0)?.value;
    return isSecret(at) ? at.variable : undefined;
  };
  const readable = Object.fromEntries(
    Object.entries(kind.exported?.(members) ?? members)
      .filter(([name]) => !kind.creationOnly.includes(name))
      .map(([name, value]) => [name, mapSecrets(value, (one) => one.form ?? one)]),
  );
  const all = { ...withoutDefaults(found, readable), ...keptFrom(before, found) };
  const inOrder = Object.fromEntries(
    kind.members.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]),
  );
  return inFiles(found, inOrder, (_secret, path) => secretAt(path));
}
