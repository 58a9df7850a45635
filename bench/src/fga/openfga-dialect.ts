import type { Check } from './questions.ts';
import type { Dialect } from './target.ts';

/** A tuple as OpenFGA names its parts. */
export const keyOf = ({ subject, relation, object }: Check) => ({
  user: subject,
  relation,
  object,
});

/** The requests and responses of OpenFGA. `base` is where its paths begin, and without a model, the store's latest one answers. */
export function openfgaDialect({
  base = '',
  store,
  modelId,
}: {
  base?: string;
  store: string;
  modelId?: string;
}): Dialect {
  const verbs = { check: 'check', batch: 'batch-check', list: 'list-objects' };
  const model = modelId === undefined ? {} : { authorization_model_id: modelId };
  return {
    path: ({ kind }) => `${base}/stores/${store}/${verbs[kind]}`,
    body(question) {
      if (question.kind === 'check') return { ...model, tuple_key: keyOf(question.check) };
      if (question.kind === 'batch')
        return {
          ...model,
          checks: question.checks.map((check, n) => ({
            correlation_id: `c${n}`,
            tuple_key: keyOf(check),
          })),
        };
      const { subject, relation, type } = question;
      return { ...model, user: subject, relation, type };
    },
    answer(question, body) {
      if (question.kind === 'check') return body.allowed === true;
      if (question.kind === 'batch')
        return question.checks.map((_, n) => body.result[`c${n}`]?.allowed === true);
      return body.objects.toSorted();
    },
  };
}
