import { arrayLiteral } from '@platform/kit/database';
import { aheadLevelSql } from './level-sql.ts';
import { rowsUnder } from './reader-state.ts';
import type { ReaderState, RowsByObject } from './reader-state.ts';
import { armOf } from './sent-rows.ts';
import type { SentRow } from './sent-rows.ts';
import type { LevelReads, ReadAhead } from './tuple-reader.ts';
import { keptRelations, namesText } from './wanted-objects.ts';
import type { WantedObject } from './wanted-objects.ts';

/** Objects that were read whole, and those that their tuples lead to. */
interface WholeObjects {
  ofObject: RowsByObject;
  reached: string[];
}

/** Reads a level and what later ones may need; `values` are the parameters of the level itself. */
export async function readAheadLevel(
  reader: ReaderState,
  objects: readonly WantedObject[],
  values: readonly unknown[],
  { ahead, subjects }: { ahead: ReadAhead; subjects: LevelReads['subjects'] },
): Promise<{ rows: SentRow[]; ofObject: RowsByObject }> {
  const { few, ahead: extra } = reader.bounds;
  const kept = keptRelations(objects, ahead.kept);
  const columns = [
    ahead.steps.map((s) => s.objectType),
    ahead.steps.map((s) => s.relation),
    ahead.steps.map((s) => s.subjectType),
    [...kept.keys()],
    [...kept.values()].map(namesText),
  ];
  const bound = objects.length * (few + 1 + extra.each) + extra.least;
  const rows = await reader.tx.prepared<SentRow>('fga level ahead', aheadLevelSql, [
    ...values,
    ...columns.map(arrayLiteral),
    bound,
  ]);
  const whole = wholeObjects(reader, rows, ahead.steps);
  // Where so much lies ahead that not all of it was read, it is read when it is asked for.
  reader.aheadIsWorth = !rows.some((row) => armOf(row) === 5);
  if (reader.aheadIsWorth)
    reader.prefetched.push({
      of: prefetchedFrom(rows, whole),
      kept: ahead.kept,
      sets: new Map(subjects.map((keys) => [keys, keys.length])),
    });
  return { rows, ofObject: whole.ofObject };
}

function wholeObjects(
  { parser }: ReaderState,
  rows: readonly SentRow[],
  steps: ReadAhead['steps'],
): WholeObjects {
  const ofObject: RowsByObject = new Map();
  const leads = new Set(steps.map((s) => `${s.objectType} ${s.relation} ${s.subjectType}`));
  const reached: string[] = [];
  for (const row of rows) {
    if (armOf(row) !== 0) continue;
    const tuple = parser.tuple(row);
    const of = row.of as string;
    rowsUnder(ofObject, of).push(tuple);
    const isPlain = tuple.relation === '';
    if (
      isPlain &&
      leads.has(`${of.slice(0, of.indexOf(':'))} ${tuple.objectRelation} ${tuple.type}`)
    )
      reached.push(tuple.key);
  }
  return { ofObject, reached };
}

/** Objects with all their rows: those that were reached and have none too, those with too many rows not. */
function prefetchedFrom(
  rows: readonly SentRow[],
  { ofObject, reached }: WholeObjects,
): RowsByObject {
  const of = new Map(ofObject);
  for (const object of reached) rowsUnder(of, object);
  for (const row of rows) if (armOf(row) === 4) of.delete(row.of as string);
  return of;
}
