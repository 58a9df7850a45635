import type { fgaCheckOperations } from '@platform/contracts';
import type { Handlers } from '@platform/kit/http';
import { asProblem, problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import { checkOf, evaluatedUntil } from '../authzen/authzen.ts';
import { expand } from '../expand/expand.ts';
import type { ObjectRef } from '../language/tuple-key.ts';
import { objectIn, refuse, relationIn, surroundingsIn } from './check-request.ts';
import type { Faults } from './check-request.ts';
import type { CheckOptions, Checks } from './checks.ts';
import type { Listings } from './listings.ts';

/** What the handlers of decisions need. */
export interface CheckHandlerOptions {
  checks: Checks & Listings;
  limits: CheckOptions['limits'];
}

/** Handlers of checks, expansions, listings and AuthZEN. */
export function checkHandlers({
  checks,
  limits,
}: CheckHandlerOptions): Handlers<typeof fgaCheckOperations> {
  const bounds = { maxContextualTuples: limits.maxContextualTuples };
  return {
    fgaCheck: ({ context, read, body }) =>
      'checks' in body
        ? checks.batch({ context, read }, body)
        : checks.check({ context, read }, body),

    fgaExpand: ({ context, read, body }) =>
      checks.inSnapshot({ context, read }, body, async ({ model, reader, token }) => {
        const faults: Faults = [];
        const object = objectIn(model, body.object, '/object', faults);
        if (object) relationIn(model, object.type, body.relation, '/relation', faults);
        const { contextual } = surroundingsIn(model, body, { now: Date.now(), ...bounds }, faults);
        refuse(faults);
        const tree = await expand(
          { object: object as ObjectRef, relation: body.relation, contextual },
          { model, reader, maxRows: limits.maxFanout },
        );
        return { tree, modelId: model.id, consistencyToken: token };
      }),

    fgaListObjects: ({ context, read, body }) => checks.listObjects({ context, read }, body),

    fgaListSubjects: ({ context, read, body }) => checks.listSubjects({ context, read }, body),

    async fgaAuthzenEvaluation({ context, read, body }) {
      const { allowed } = await checks.check({ context, read }, checkOf(body));
      return { decision: allowed };
    },

    async fgaAuthzenEvaluations({ context, read, body: { evaluations, options, ...top } }) {
      if (!evaluations || evaluations.length === 0)
        return { decision: (await checks.check({ context, read }, checkOf(top))).allowed };
      if (evaluations.length > limits.maxBatchSize) {
        const detail = `must have at most ${limits.maxBatchSize} entries`;
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
      const { answers } = await checks.decide(
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
