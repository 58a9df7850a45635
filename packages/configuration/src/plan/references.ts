import type { FileProblem } from '../files/configuration-error.ts';
import { advice } from '../files/nearest-name.ts';
import type { Declared } from '../files/read-configuration.ts';
import { addressOf, namedBy } from '../kinds/kind.ts';
import type { AnyKind } from '../kinds/kind.ts';
import type { ResolvedName } from './change.ts';

/** Lists the names that refer to nothing. */
export function danglingReferences(
  resources: readonly Declared[],
  isKnown: (address: string) => boolean,
  keysOf: (kind: AnyKind) => Iterable<string>,
): FileProblem[] {
  return resources.flatMap((declared) =>
    declared.kind.references
      .filter(({ isLoose }) => !isLoose)
      .flatMap((reference) =>
        namedBy(reference, declared.members)
          .filter(({ value }) => !isKnown(addressOf(reference.to, String(value))))
          .map(({ path, value }) => ({
            ...declared.placeOf(path),
            message: `There is no ${reference.to.name} ${String(value)}.${advice(String(value), keysOf(reference.to))}`,
          })),
      ),
  );
}

/** Resolves the names in a resource, for those kinds that the API refers to by id. */
export const resolvedNames = (
  { kind, members }: Pick<Declared, 'kind' | 'members'>,
  ids: ReadonlyMap<string, string>,
): ResolvedName[] =>
  kind.references
    .filter(({ to }) => to.refersBy !== 'name')
    .flatMap((reference) =>
      namedBy(reference, members).map(({ path, value }) => {
        const address = addressOf(reference.to, String(value));
        return { path, address, id: ids.get(address) };
      }),
    );
