import type { fgaCheckOperations } from '@platform/contracts';
import type { Handlers } from '@platform/kit/http';
import { asProblem, problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { RelationEngine } from '@platform/relations';
import { checkOf, evaluatedUntil } from './authzen.ts';

export function checkHandlers({
  engine,
  maxBatchSize,
}: {
  engine: RelationEngine;
  maxBatchSize: number;
}): Handlers<typeof fgaCheckOperations> {
  return {
    fgaCheck: ({ context, read, body }) =>
      'checks' in body
        ? engine.batchCheck({ context, read }, body)
        : engine.check({ context, read }, body),

    fgaCheckExplain: ({ context, read, body }) => engine.explain({ context, read }, body),

    fgaExpand: ({ context, read, body }) => engine.expand({ context, read }, body),

    fgaListObjects: ({ context, read, body }) => engine.listObjects({ context, read }, body),

    fgaListSubjects: ({ context, read, body }) => engine.listSubjects({ context, read }, body),

    async fgaAuthzenEvaluation({ context, read, body }) {
      const { allowed } = await engine.check({ context, read }, checkOf(body));
      return { decision: allowed };
    },

    async fgaAuthzenEvaluations({ context, read, body: { evaluations, options, ...top } }) {
      if (!evaluations || evaluations.length === 0)
        return { decision: (await engine.check({ context, read }, checkOf(top))).allowed };
      if (evaluations.length > maxBatchSize) {
        const detail = `must have at most ${maxBatchSize} entries`;
        throw problem('limit_exceeded', {
          detail,
          errors: [{ pointer: '/evaluations', code: 'max_batch_size', detail }],
        });
      }
      const asked = evaluations.map((item, i): ReturnType<typeof checkOf> | Problem => {
        try {
          return checkOf({ ...top, ...item }, `/evaluations/${i}`);
        } catch (error) {
          return asProblem(error);
        }
      });
      const whole = asked.flatMap((check, i) => (check instanceof Error ? [] : [{ check, i }]));
      const { answers } = await engine.checkEach(
        { context, read },
        whole.map((w) => w.check),
        {},
        (n) => `/evaluations/${whole[n]?.i}`,
      );
      const all = asked.map((check, i) =>
        check instanceof Error
          ? check
          : (answers[whole.findIndex((w) => w.i === i)] as boolean | Problem),
      );
      return { evaluations: evaluatedUntil(all, options?.evaluations_semantic ?? 'execute_all') };
    },
  };
}
