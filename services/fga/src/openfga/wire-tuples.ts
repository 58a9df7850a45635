import type {
  OpenfgaShownTuple,
  OpenfgaTuple,
  RelationTupleResource,
  RelationTupleWrite,
} from '@platform/contracts';

type KeyOfTuple = Pick<OpenfgaTuple, 'user' | 'relation' | 'object'>;

/** The key of a tuple as the engine takes it. */
export const keyOfWire = ({ user, relation, object }: KeyOfTuple) => ({
  subject: user,
  relation,
  object,
});

/** A tuple as the engine takes it. */
export const tupleOfWire = ({ condition, ...key }: OpenfgaTuple): RelationTupleWrite => ({
  ...keyOfWire(key),
  ...(condition ? { condition } : {}),
});

/** A tuple as OpenFGA shows it. The expiry, which OpenFGA does not have, is left out. */
export const wireTuple = ({
  subject,
  relation,
  object,
  condition,
}: Pick<
  RelationTupleResource,
  'subject' | 'relation' | 'object' | 'condition'
>): OpenfgaShownTuple => ({
  user: subject,
  relation,
  object,
  condition: condition ?? null,
});

/** A tuple of a request as OpenFGA shows it again. */
export const shownAgain = ({ condition, ...key }: OpenfgaTuple): OpenfgaShownTuple => ({
  ...key,
  condition: condition ? { name: condition.name, context: condition.context ?? null } : null,
});
