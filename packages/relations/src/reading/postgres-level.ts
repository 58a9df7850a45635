import { arrayLiteral } from '@platform/kit/database';
import { objectText } from '../keys/tuple-key.ts';
import { readAheadLevel } from './ahead-level.ts';
import { closureOf, closureParameters } from './closure-rows.ts';
import type { ClosureParameters } from './closure-rows.ts';
import { levelSql, openingLevelSql } from './level-sql.ts';
import { prefetchedRows, objectTextOf, rowsUnder } from './reader-state.ts';
import type { ReaderState, RowsByObject } from './reader-state.ts';
import { armOf, numberOf } from './sent-rows.ts';
import type { ClosedRow, ReadTuple, SentRow } from './sent-rows.ts';
import { bySubject, fitsScan, subjectKeyText } from './tuple-reader.ts';
import type {
  Closure,
  LevelReads,
  LevelRows,
  ObjectRelation,
  Opening,
  Probe,
  Scan,
  SubjectKey,
} from './tuple-reader.ts';
import { levelColumns, wantedObjects } from './wanted-objects.ts';
import type { WantedObject, WantedObjects } from './wanted-objects.ts';

/** The rows of reads that were read ahead; undefined for the others. */
interface PrefetchedAnswers {
  probes: (ReadTuple[] | undefined)[];
  scans: (ReadTuple[] | undefined)[];
}

const none: ReadTuple[] = [];

/** Reads the rest of a level, which was not read ahead, with one statement. */
export async function readLevel(reader: ReaderState, reads: LevelReads): Promise<LevelRows> {
  const { opening } = reads;
  const prefetched = prefetchedAnswers(reader, reads);
  const asked = wantedObjects({
    probes: reads.probes.filter((_, i) => !prefetched.probes[i]),
    scans: reads.scans.filter((_, i) => !prefetched.scans[i]),
  });
  const wasAhead = asked.objects.length === 0 && !opening;
  const opened = opening && closureParameters(opening);
  const { rows, ofObject } = wasAhead
    ? { rows: [], ofObject: new Map() }
    : await sendLevel(reader, reads, asked, opened);
  const closed = addRows(reader, ofObject, rows, asked.objects);
  const closures = opening && opened ? closuresOf(opening, closed, opened) : [];
  const sets = subjectTexts(reads, closures);
  const rowsOf = (at: ObjectRelation): ReadTuple[] => ofObject.get(objectTextOf(at)) ?? none;
  return {
    closures,
    wasAhead,
    probes: reads.probes.map((probe, i) =>
      probedRows(probe, prefetched.probes[i] ?? rowsOf(probe), sets[probe.subjects]),
    ),
    scans: reads.scans.map((scan, i) => scannedRows(scan, prefetched.scans[i] ?? rowsOf(scan))),
  };
}

const prefetchedAnswers = (
  reader: ReaderState,
  { probes, scans, subjects }: LevelReads,
): PrefetchedAnswers => ({
  probes: probes.map((probe) => {
    const keys = subjects[probe.subjects] as readonly SubjectKey[];
    return prefetchedRows(reader, probe, ({ sets }) => sets.get(keys) === keys.length);
  }),
  scans: scans.map((scan) =>
    prefetchedRows(
      reader,
      scan,
      ({ kept }) => kept.get(scan.objectType)?.has(scan.relation) === true,
    ),
  ),
});

/** Sends the statement of a level: one that opens sets of subjects, one that reads ahead, or one of the level alone. */
async function sendLevel(
  reader: ReaderState,
  { subjects, ahead }: LevelReads,
  asked: WantedObjects,
  opened: ClosureParameters | undefined,
): Promise<{ rows: SentRow[]; ofObject: RowsByObject }> {
  const { tx, tenant, bounds } = reader;
  const columns = levelColumns(asked, subjects).map(arrayLiteral);
  const values = [tenant, ...columns, bounds.few];
  if (!opened && ahead && reader.aheadIsWorth)
    return readAheadLevel(reader, asked.objects, values, { ahead, subjects });
  const rows = opened
    ? await tx.prepared<SentRow>('fga opening level', openingLevelSql, [
        ...values,
        ...opened.values,
      ])
    : await tx.prepared<SentRow>('fga level', levelSql, values);
  return { rows, ofObject: new Map() };
}

/** Adds the rows of the objects that were asked for, and returns those of closures. */
function addRows(
  { parser }: ReaderState,
  ofObject: RowsByObject,
  rows: readonly SentRow[],
  objects: readonly WantedObject[],
): ClosedRow[] {
  const closed: ClosedRow[] = [];
  for (const row of rows) {
    if (armOf(row) === 3) closed.push(parser.closed(row));
    else if (numberOf(row) > 0) {
      const object = objects[numberOf(row) - 1] as WantedObject;
      rowsUnder(ofObject, objectText(object)).push(parser.tuple(row));
    }
  }
  return closed;
}

const closuresOf = (
  { sets, limits }: Opening,
  closed: readonly ClosedRow[],
  { bound }: ClosureParameters,
): Closure[] =>
  sets.map(({ subjects, seeds }) =>
    closureOf(
      seeds,
      closed.filter((row) => row.subjects === subjects),
      limits,
      closed.length >= bound,
    ),
  );

/** The subjects of each set as texts, with the usersets that were found to contain them. */
function subjectTexts(
  { subjects, opening }: LevelReads,
  closures: readonly Closure[],
): Set<string>[] {
  const sets = subjects.map((keys) => new Set(keys.map(subjectKeyText)));
  opening?.sets.forEach(({ subjects: number }, i) => {
    for (const row of closures[i]?.rows ?? []) sets[number]?.add(subjectKeyText(row.key));
  });
  return sets;
}

const probedRows = (
  probe: Probe,
  rows: readonly ReadTuple[],
  subjects: ReadonlySet<string> | undefined,
): ReadTuple[] =>
  rows.filter(
    (row) =>
      row.arm !== 2 &&
      row.objectRelation === probe.relation &&
      probe.classes.includes(row.class) &&
      subjects?.has(row.key),
  );

const scannedRows = (scan: Scan, rows: readonly ReadTuple[]): ReadTuple[] =>
  rows
    .filter(
      (row) => row.arm !== 1 && row.objectRelation === scan.relation && fitsScan(scan.forms, row),
    )
    .sort(bySubject)
    .slice(0, scan.limit);
