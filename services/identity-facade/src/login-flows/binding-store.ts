import type { Actor, LoginFlowBindingConstraints } from '@platform/contracts';
import type { RowOf, Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const bindings = identityFacade.table('loginFlowBindings').narrow<{
  constraints: Omit<LoginFlowBindingConstraints, 'version' | 'entrypoint'>;
  updatedBy: Actor;
}>();
const pins = bindings.pick('version').compute((of) => ({ count: of.fn.countAll<number>() }));
const followers = bindings.only({ version: null });

type StoredBinding = RowOf<typeof bindings>;

/** A binding with its constraints beside the other members. */
export type BindingRow = Omit<StoredBinding, 'constraints' | keyof LoginFlowBindingConstraints> &
  LoginFlowBindingConstraints;

const bindingOf = ({ constraints, ...row }: StoredBinding): BindingRow => ({
  ...constraints,
  ...row,
});

export async function findBinding(tx: Tx, clientId: string): Promise<BindingRow | undefined> {
  const row = await bindings.find(tx, { clientId });
  return row && bindingOf(row);
}

export const listBindings = async (tx: Tx): Promise<BindingRow[]> =>
  (await bindings.list(tx, { orderBy: 'clientId' })).map(bindingOf);

export const countBindings = (tx: Tx): Promise<number> => bindings.count(tx);

/** The number of bindings per pinned version; the key null counts those that follow the active one. */
export const countByVersion = async (tx: Tx): Promise<Map<number | null, number>> => {
  const rows = await tx.rows(pins.select(tx).groupBy('version'));
  return new Map(rows.map(({ version, count }) => [version, count]));
};

/** Entry points of clients that follow the active version. */
export const followedEntrypoints = async (tx: Tx): Promise<string[]> =>
  (await tx.rows(followers.pick('entrypoint').select(tx).distinct().orderBy('entrypoint'))).map(
    ({ entrypoint }) => entrypoint,
  );

export const upsertBinding = (
  tx: Tx,
  { clientId, version, entrypoint, createdAt, updatedAt, updatedBy, ...constraints }: BindingRow,
): Promise<number> =>
  bindings.upsert(
    tx,
    { clientId, version, entrypoint, constraints, createdAt, updatedAt, updatedBy },
    ['clientId'],
  );

export const deleteBinding = (tx: Tx, clientId: string): Promise<number> =>
  bindings.delete(tx, { clientId });
