import type { fgaAssertionOperations, FgaAssertionInput } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { answer, contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { asProblem, problem } from '@platform/kit/problem';
import type { RelationEngine } from '@platform/relations';
import { shownAssertion, storedAssertion } from './assertion-form.ts';
import { assertionsOf, replaceAssertions } from './assertions.ts';

type Engine = Pick<RelationEngine, 'models' | 'questions'>;

const maxBytes = 64_000;

/** 422 with every fault of the assertions, each at its place in the request. */
async function checkAssertions(
  { questions }: Engine,
  tx: Tx,
  modelId: string,
  given: readonly FgaAssertionInput[],
): Promise<void> {
  if (Buffer.byteLength(JSON.stringify(given)) > maxBytes) {
    const detail = `must have at most ${maxBytes} bytes`;
    throw problem('limit_exceeded', {
      detail,
      errors: [{ pointer: '/assertions', code: 'limit_exceeded', detail }],
    });
  }
  const errors = [];
  for (const [i, assertion] of given.entries()) {
    try {
      await questions.validate(tx, modelId, assertion);
    } catch (error) {
      const { status, details } = asProblem(error);
      if (status !== 422) throw error;
      for (const one of details.errors ?? [])
        errors.push({ ...one, pointer: `/assertions/${i}${one.pointer ?? ''}` });
    }
  }
  const [first] = errors;
  if (first) throw problem('validation_failed', { detail: first.detail, errors });
}

const shown = async (tx: Tx, modelId: string) => {
  const assertions = (await assertionsOf(tx, modelId)).map(shownAssertion);
  return { modelId, assertions };
};

export const assertionHandlers = (engine: Engine): Handlers<typeof fgaAssertionOperations> => ({
  async fgaAssertionsGet({ tx, query: { modelId = 'active' } }) {
    const { id } = await engine.models.get(tx, modelId);
    const found = await shown(tx, id);
    return answer(found, { version: contentVersion(found) });
  },

  async fgaAssertionsPut({ tx, query: { modelId = 'active' }, body, ifMatch, audit }) {
    const { id } = await engine.models.get(tx, modelId);
    ifMatch(contentVersion(await shown(tx, id)));
    await checkAssertions(engine, tx, id, body.assertions);
    await replaceAssertions(tx, id, body.assertions.map(storedAssertion));
    audit({ details: { modelId: id, assertions: body.assertions.length } });
    const written = await shown(tx, id);
    return answer(written, { version: contentVersion(written) });
  },
});
