import type { FgaAssertionInput, OpenfgaAssertion } from '@platform/contracts';

/** An assertion of this API as OpenFGA writes it. */
export const storedAssertion = ({
  subject: user,
  relation,
  object,
  expect,
  contextualTuples,
  context,
}: FgaAssertionInput): OpenfgaAssertion => ({
  tuple_key: { user, relation, object },
  expectation: expect,
  contextual_tuples: contextualTuples.map(
    ({ subject: of, relation: to, object: at, condition }) => ({
      user: of,
      relation: to,
      object: at,
      condition: condition && { name: condition.name, context: condition.context },
    }),
  ),
  context,
});

/** An assertion as this API shows it, whichever API wrote it. */
export const shownAssertion = ({
  tuple_key: { user, relation, object },
  expectation,
  contextual_tuples: tuples,
  context,
}: OpenfgaAssertion): FgaAssertionInput => ({
  subject: user,
  relation,
  object,
  expect: expectation,
  contextualTuples: tuples.map(({ user: subject, condition, ...key }) => ({
    subject,
    relation: key.relation,
    object: key.object,
    ...(condition
      ? {
          condition: {
            name: condition.name,
            ...(condition.context ? { context: condition.context } : {}),
          },
        }
      : {}),
  })),
  ...(context ? { context } : {}),
});
