import { readFileSync } from 'node:fs';

/** What a table of a schema's snapshot says about keys, references and triggers. */
export interface SnapshotTable {
  name: string;
  columns: string[];
  /** Columns whose values the database assigns. */
  identities: string[];
  /** The columns, or expressions, of each primary key, unique constraint and unique index. */
  uniqueKeys: Record<string, string>;
  foreignKeys: { name: string; columns: string; target: string; targetColumns: string }[];
  triggers: string[];
}

const keyLine = /^ {2}constraint (\S+) (?:PRIMARY KEY|UNIQUE[^(]*|EXCLUDE[^(]*) \((.*?)\)/;
const indexLine = /^ {2}index CREATE UNIQUE INDEX (\S+) ON .*? USING \w+ \((.*?)\)(?: |$)/;
const foreignLine =
  /^ {2}constraint (\S+) FOREIGN KEY \((.*?)\) REFERENCES (?:\w+\.)?(\w+)\((.*?)\)/;

function readLine(table: SnapshotTable, line: string): void {
  const column = /^ {2}column (\w+) /.exec(line)?.[1];
  if (column) table.columns.push(column);
  if (column && / identity [ad]$/.test(line)) table.identities.push(column);
  const key = keyLine.exec(line) ?? indexLine.exec(line);
  if (key) table.uniqueKeys[key[1] as string] = key[2] as string;
  const [, name, columns, target, targetColumns] = foreignLine.exec(line) ?? [];
  if (name && columns && target && targetColumns)
    table.foreignKeys.push({ name, columns, target, targetColumns });
  const trigger = /^ {2}trigger CREATE TRIGGER (\w+)/.exec(line)?.[1];
  if (trigger) table.triggers.push(trigger);
}

/**
 * Reads the tables of a service from the snapshot of its schema, which `schema.test.ts` compares with
 * the migrations. Partitions are left out: they are what their table is.
 */
export function tablesOfSnapshot(service: string): SnapshotTable[] {
  const file = new URL(`../../services/${service}/schema.snapshot.txt`, import.meta.url);
  const tables: SnapshotTable[] = [];
  const partitions = new Set<string>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const name = /^table (\w+)/.exec(line)?.[1];
    if (name) {
      tables.push({
        name,
        columns: [],
        identities: [],
        uniqueKeys: {},
        foreignKeys: [],
        triggers: [],
      });
      if (line.includes(' partition of ')) partitions.add(name);
    }
    const table = tables.at(-1);
    if (table && !name) readLine(table, line);
  }
  return tables
    .filter(({ name }) => !partitions.has(name))
    .map((table) => ({
      ...table,
      // PostgreSQL repeats a reference to a partitioned table for each partition.
      foreignKeys: table.foreignKeys.filter(({ target }) => !partitions.has(target)),
    }));
}
