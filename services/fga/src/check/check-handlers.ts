import type { fgaCheckOperations } from '@platform/contracts';
import type { Handlers } from '@platform/kit/http';
import { asProblem, invalid, problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import { checkOf, evaluatedUntil } from '../authzen/authzen.ts';
import { expand } from '../expand/expand.ts';
import { listObjects } from '../list-objects/list-objects.ts';
import type { ListLimits } from '../list-objects/list-objects.ts';
import { listSubjects } from '../list-subjects/list-subjects.ts';
import { parseObject } from '../tuples/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../tuples/tuple-key.ts';
import { objectIn, refuse, relationIn, subjectIn, surroundingsIn } from './check-request.ts';
import type { Faults } from './check-request.ts';
import type { CheckOptions, Checks } from './checks.ts';

/** What the handlers of decisions need. */
export interface CheckHandlerOptions { checks: Checks; limits: CheckOptions['limits']; listLimits: ListLimits }

/** The ceiling of a listing's own limit, which is its default too. */
function resultsOf(limit: number | undefined, { maxResults }: ListLimits): number {
  if (limit !== undefined && limit > maxResults) throw invalid('/limit', 'invalid_format', `must be at most ${maxResults}`);
  return limit ?? maxResults;
}

/** Handlers of checks, expansions, listings and AuthZEN. */
export function checkHandlers({ checks, limits, listLimits }: CheckHandlerOptions): Handlers<typeof fgaCheckOperations> {
  const bounds = { maxContextualTuples: limits.maxContextualTuples };
  return {
    fgaCheck: ({ context, read, body }) => ('checks' in body ? checks.batch({ context, read }, body) : checks.check({ context, read }, body)),

    fgaExpand: ({ context, read, body }) => checks.inSnapshot({ context, read }, body, async ({ model, reader, token }) => {
      const faults: Faults = [];
      const object = objectIn(model, body.object, '/object', faults);
      if (object) relationIn(model, object.type, body.relation, '/relation', faults);
      const { contextual } = surroundingsIn(model, body, { now: Date.now(), ...bounds }, faults);
      refuse(faults);
      const tree = await expand({ object: object as ObjectRef, relation: body.relation, contextual }, { model, reader, maxRows: limits.maxFanout });
      return { tree, modelId: model.id, consistencyToken: token };
    }),

    fgaListObjects: ({ context, read, body }) => checks.inSnapshot({ context, read }, body, async ({ model, reader, token, isLate }) => {
      const maxResults = resultsOf(body.limit, listLimits);
      const faults: Faults = [];
      const subject = subjectIn(model, body.subject, '/subject', faults);
      if (!parseObject(`${body.type}:x`)) faults.push({ pointer: '/type', code: 'invalid_format', detail: 'must be the name of a type' });
      else if (!model.types.has(body.type)) faults.push({ pointer: '/type', code: 'type_not_found', detail: `the model has no type ${body.type}` });
      relationIn(model, body.type, body.relation, '/relation', faults);
      const around = surroundingsIn(model, body, { now: Date.now(), ...bounds }, faults);
      refuse(faults);
      const { found, truncatedBy } = await listObjects({ subject: subject as SubjectRef, relation: body.relation, type: body.type, ...around },
        { model, reader, isLate, checkLimits: limits, limits: { ...listLimits, maxResults } });
      return { objects: found.map((id) => `${body.type}:${id}`), truncated: truncatedBy.length > 0, truncatedBy, modelId: model.id, consistencyToken: token };
    }),

    fgaListSubjects: ({ context, read, body }) => checks.inSnapshot({ context, read }, body, async ({ model, reader, token, isLate }) => {
      const maxResults = resultsOf(body.limit, listLimits);
      const faults: Faults = [];
      const object = objectIn(model, body.object, '/object', faults);
      if (object) relationIn(model, object.type, body.relation, '/relation', faults);
      body.subjectFilters.forEach(({ type, relation }, i) => {
        if (!model.types.has(type)) faults.push({ pointer: `/subjectFilters/${i}/type`, code: 'type_not_found', detail: `the model has no type ${type}` });
        else if (relation !== undefined) relationIn(model, type, relation, `/subjectFilters/${i}/relation`, faults);
      });
      const around = surroundingsIn(model, body, { now: Date.now(), ...bounds }, faults);
      refuse(faults);
      const { found, truncatedBy } = await listSubjects({ object: object as ObjectRef, relation: body.relation, filters: body.subjectFilters, ...around },
        { model, reader, isLate, checkLimits: limits, limits: { ...listLimits, maxResults } });
      return { subjects: found, truncated: truncatedBy.length > 0, truncatedBy, modelId: model.id, consistencyToken: token };
    }),

    async fgaAuthzenEvaluation({ context, read, body }) {
      const { allowed } = await checks.check({ context, read }, checkOf(body));
      return { decision: allowed };
    },

    async fgaAuthzenEvaluations({ context, read, body: { evaluations, options, ...top } }) {
      if (!evaluations || evaluations.length === 0) return { decision: (await checks.check({ context, read }, checkOf(top))).allowed };
      if (evaluations.length > limits.maxBatchSize) {
        const detail = `${limits.maxBatchSize} evaluations at most`;
        throw problem('limit_exceeded', { detail, errors: [{ pointer: '/evaluations', code: 'max_batch_size', detail }] });
      }
      const asked = evaluations.map((item, i): ReturnType<typeof checkOf> | Problem => {
        try {
          return checkOf({ ...top, ...item }, `/evaluations/${i}`);
        } catch (error) {
          return asProblem(error);
        }
      });
      const whole = asked.flatMap((check, i) => (check instanceof Error ? [] : [{ check, i }]));
      const { answers } = await checks.decide({ context, read }, whole.map((w) => w.check), {}, (n) => `/evaluations/${whole[n]?.i}`);
      const all = asked.map((check, i) => (check instanceof Error ? check : answers[whole.findIndex((w) => w.i === i)] as boolean | Problem));
      return { evaluations: evaluatedUntil(all, options?.evaluations_semantic ?? 'execute_all') };
    },
  };
}
