import { addressOf, namedBy, partsOf } from '../kinds/kind.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { completed } from '../members/difference.ts';
import { mergePatchOf } from '../members/merge-patch.ts';
import { withValueAt } from '../members/member-path.ts';
import type { Members } from '../members/members.ts';
import { mapSecrets, secretsIn } from '../members/secret.ts';
import type { Change } from './change.ts';

/** Writes ids in place of names. */
function withIds(kind: AnyKind, members: Members, ids: ReadonlyMap<string, string>): Members {
  return kind.references
    .filter(({ to }) => to.refersBy !== 'name')
    .flatMap((reference) =>
      namedBy(reference, members).map(({ path, value }) => ({
        path,
        id: ids.get(addressOf(reference.to, String(value))) ?? value,
      })),
    )
    .reduce<unknown>((sent, { path, id }) => withValueAt(sent, path, id), members) as Members;
}

const withSecrets = (members: Members): Members =>
  mapSecrets(members, ({ value }) => value) as Members;

/** Members that hold a secret without a value keep the stored one. */
const withoutUnknownSecrets = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).filter(([, member]) =>
      secretsIn(member).every(({ value }) => value !== undefined),
    ),
  );

/** What to send for a change: the whole body, the additional members, and the merge patch. */
export interface SentBody {
  body: Members;
  additional: Members;
  patch: Members;
}

/** Builds the requests of a change. */
export function sentBody(
  { kind, declared, found, members: changes }: Change,
  ids: ReadonlyMap<string, string>,
): SentBody {
  const members = declared?.members ?? {};
  const stored = found?.members ?? {};
  // A PUT replaces partial members as well.
  const whole = withoutUnknownSecrets(completed(stored, members, kind.partial));
  const parts = partsOf(kind, withSecrets(withIds(kind, whole, ids)));
  const names = [...new Set(changes.map(({ path }) => String(path[0])))];
  const patch = mergePatchOf(stored, members, { names, whole: kind.whole, partial: kind.partial });
  return { ...parts, patch: withSecrets(withIds(kind, patch, ids)) };
}
