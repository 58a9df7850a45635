import type { ListObjectsInput, ListSubjectsInput } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import { listObjects } from '../list-objects/list-objects.ts';
import type { ListLimits, Listing } from '../list-objects/list-objects.ts';
import { listSubjects } from '../list-subjects/list-subjects.ts';
import { parseObject } from '../tuples/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../tuples/tuple-key.ts';
import { objectIn, refuse, relationIn, subjectIn, surroundingsIn } from './check-request.ts';
import type { Faults } from './check-request.ts';
import type { CheckOptions, Checks, Decided, Reading } from './checks.ts';

type Truncation = { truncated: boolean; truncatedBy: Listing['truncatedBy'] };

/** Listings for every edge of the service. */
export interface Listings {
  listObjects(reading: Reading, input: ListObjectsInput): Promise<Decided & Truncation & { objects: string[] }>;
  listSubjects(reading: Reading, input: ListSubjectsInput): Promise<Decided & Truncation & { subjects: string[] }>;
}

/** The ceiling of a listing's own limit, which is its default too. */
function resultsOf(limit: number | undefined, { maxResults }: ListLimits): number {
  if (limit !== undefined && limit > maxResults) throw invalid('/limit', 'invalid_format', `must be at most ${maxResults}`);
  return limit ?? maxResults;
}

/** Lists over snapshots of the store. */
export function listings({ checks, limits, listLimits }: { checks: Checks; limits: CheckOptions['limits']; listLimits: ListLimits }): Listings {
  const around = () => ({ now: Date.now(), maxContextualTuples: limits.maxContextualTuples });
  return {
    listObjects: (reading, input) => checks.inSnapshot(reading, input, async ({ model, reader, token, isLate }) => {
      const maxResults = resultsOf(input.limit, listLimits);
      const faults: Faults = [];
      const subject = subjectIn(model, input.subject, '/subject', faults);
      if (!parseObject(`${input.type}:x`)) faults.push({ pointer: '/type', code: 'invalid_format', detail: 'must be the name of a type' });
      else if (!model.types.has(input.type)) faults.push({ pointer: '/type', code: 'type_not_found', detail: `the model has no type ${input.type}` });
      relationIn(model, input.type, input.relation, '/relation', faults);
      const given = surroundingsIn(model, input, around(), faults);
      refuse(faults);
      const { found, truncatedBy } = await listObjects({ subject: subject as SubjectRef, relation: input.relation, type: input.type, ...given },
        { model, reader, isLate, checkLimits: limits, limits: { ...listLimits, maxResults } });
      return { objects: found.map((id) => `${input.type}:${id}`), truncated: truncatedBy.length > 0, truncatedBy, modelId: model.id, consistencyToken: token };
    }),

    listSubjects: (reading, input) => checks.inSnapshot(reading, input, async ({ model, reader, token, isLate }) => {
      const maxResults = resultsOf(input.limit, listLimits);
      const faults: Faults = [];
      const object = objectIn(model, input.object, '/object', faults);
      if (object) relationIn(model, object.type, input.relation, '/relation', faults);
      input.subjectFilters.forEach(({ type, relation }, i) => {
        if (!model.types.has(type)) faults.push({ pointer: `/subjectFilters/${i}/type`, code: 'type_not_found', detail: `the model has no type ${type}` });
        else if (relation !== undefined) relationIn(model, type, relation, `/subjectFilters/${i}/relation`, faults);
      });
      const given = surroundingsIn(model, input, around(), faults);
      refuse(faults);
      const { found, truncatedBy } = await listSubjects({ object: object as ObjectRef, relation: input.relation, filters: input.subjectFilters, ...given },
        { model, reader, isLate, checkLimits: limits, limits: { ...listLimits, maxResults } });
      return { subjects: found, truncated: truncatedBy.length > 0, truncatedBy, modelId: model.id, consistencyToken: token };
    }),
  };
}
