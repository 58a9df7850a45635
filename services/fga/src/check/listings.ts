import type { ListObjectsInput, ListSubjectsInput } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import { listObjects } from '../list-objects/list-objects.ts';
import type { ListLimits, ObjectListing, ListingSurroundings } from '../list-objects/listing.ts';
import { listSubjects } from '../list-subjects/list-subjects.ts';
import { parseObject } from '../language/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../language/tuple-key.ts';
import { objectIn, refuse, relationIn, subjectIn, surroundingsIn } from './check-request.ts';
import type { Faults, QuestionInput } from './check-request.ts';
import type { CheckOptions, Checks, Decided, Reading, Wanted } from './checks.ts';
import { timelyReader } from '../reading/timely-reader.ts';

type Truncation = { truncated: boolean; truncatedBy: ObjectListing['truncatedBy'] };

/** Listings for every edge of the service. */
export interface Listings {
  listObjects(
    reading: Reading,
    input: ListObjectsInput,
  ): Promise<Decided & Truncation & { objects: string[] }>;
  listSubjects(
    reading: Reading,
    input: ListSubjectsInput,
  ): Promise<Decided & Truncation & { subjects: string[] }>;
}

/** Lists over snapshots of the store. */
export function listings({
  checks,
  limits,
  listLimits,
}: {
  checks: Checks;
  limits: CheckOptions['limits'];
  listLimits: ListLimits;
}): Listings {
  const around = () => ({ now: Date.now(), maxContextualTuples: limits.maxContextualTuples });

  /** The ceiling of a listing's own limit, which is its default too. */
  function boundsOf(limit: number | undefined): ListLimits {
    if (limit !== undefined && limit > listLimits.maxResults)
      throw invalid('/limit', 'invalid_format', `must be at most ${listLimits.maxResults}`);
    return { ...listLimits, maxResults: limit ?? listLimits.maxResults };
  }

  /** Lists in one snapshot for as long as there is time; what a slow statement would have told is left out. */
  async function listed(
    reading: Reading,
    wanted: Wanted & QuestionInput & { limit?: number | undefined },
    list: (surroundings: ListingSurroundings) => Promise<ObjectListing>,
  ): Promise<Decided & Truncation & { found: string[] }> {
    let answer: (Decided & Truncation & { found: string[] }) | undefined;
    try {
      return await checks.inSnapshot(reading, wanted, async ({ model, reader, token, left }) => {
        const timely = timelyReader(reader, left());
        try {
          const { found, truncatedBy } = await list({
            model,
            reader: timely.reader,
            limits: boundsOf(wanted.limit),
            checkLimits: limits,
            isLate: () => timely.isOver() || left() < 0,
          });
          answer = {
            found,
            truncated: truncatedBy.length > 0,
            truncatedBy,
            modelId: model.id,
            consistencyToken: token,
          };
          return answer;
        } finally {
          timely.end();
        }
      });
    } catch (error) {
      // A statement that the database cut off takes the transaction along, not what was read before it.
      if (answer) return answer;
      throw error;
    }
  }

  return {
    async listObjects(reading, input) {
      const { found, ...rest } = await listed(reading, input, (surroundings) => {
        const { model } = surroundings;
        const faults: Faults = [];
        const subject = subjectIn(model, input.subject, '/subject', faults);
        if (!parseObject(`${input.type}:x`))
          faults.push({
            pointer: '/type',
            code: 'invalid_format',
            detail: 'must be the name of a type',
          });
        else if (!model.types.has(input.type))
          faults.push({
            pointer: '/type',
            code: 'type_not_found',
            detail: `The model has no type ${input.type}`,
          });
        relationIn(model, input.type, input.relation, '/relation', faults);
        const given = surroundingsIn(model, input, around(), faults);
        refuse(faults);
        return listObjects(
          { subject: subject as SubjectRef, relation: input.relation, type: input.type, ...given },
          surroundings,
        );
      });
      return { objects: found.map((id) => `${input.type}:${id}`), ...rest };
    },

    async listSubjects(reading, input) {
      const { found, ...rest } = await listed(reading, input, (surroundings) => {
        const { model } = surroundings;
        const faults: Faults = [];
        const object = objectIn(model, input.object, '/object', faults);
        if (object) relationIn(model, object.type, input.relation, '/relation', faults);
        input.subjectFilters.forEach(({ type, relation }, i) => {
          if (!model.types.has(type))
            faults.push({
              pointer: `/subjectFilters/${i}/type`,
              code: 'type_not_found',
              detail: `The model has no type ${type}`,
            });
          else if (relation !== undefined)
            relationIn(model, type, relation, `/subjectFilters/${i}/relation`, faults);
        });
        const given = surroundingsIn(model, input, around(), faults);
        refuse(faults);
        return listSubjects(
          {
            object: object as ObjectRef,
            relation: input.relation,
            filters: input.subjectFilters,
            ...given,
          },
          surroundings,
        );
      });
      return { subjects: found, ...rest };
    },
  };
}
