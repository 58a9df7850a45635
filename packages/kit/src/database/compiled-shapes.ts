import { isExpression } from 'kysely';
import type { Compilable, CompiledQuery } from 'kysely';

/** Values of columns, by part of the statement: its conditions, its changes. */
export type StatementParts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Where a parameter of a compiled statement comes from. */
type Source = { part: string; column: string } | { constant: unknown };

interface Shape {
  sql: string;
  sources: readonly Source[];
}

/** Shapes kept by one table. Beyond, which only varying lists of columns reach, statements are compiled each time. */
const maxShapes = 200;

/** Null changes the text of a condition, and so does a list; undefined leaves the column out. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'u';
  if (value === null) return 'n';
  return Array.isArray(value) ? 'l' : 'v';
}

/** Returns a text that is equal for equal shapes; undefined if an expression is among the values. */
function shapeOf(name: string, parts: StatementParts): string | undefined {
  let shape = name;
  for (const [part, values] of Object.entries(parts)) {
    shape += `|${part}`;
    for (const [column, value] of Object.entries(values)) {
      if (isExpression(value)) return undefined;
      shape += `,${column}:${kindOf(value)}`;
    }
  }
  return shape;
}

/** Compiles a statement once with markers in place of its values, to learn where each of them goes. */
function learn(parts: StatementParts, build: (parts: StatementParts) => Compilable): Shape {
  const origins = new Map<unknown, Source>();
  const marked = Object.entries(parts).map(([part, values]) => {
    const markers = Object.entries(values).map(([column, value]) => {
      if (value === undefined || value === null) return [column, value];
      const marker = Array.isArray(value) ? [column] : { column };
      origins.set(marker, { part, column });
      return [column, marker];
    });
    return [part, Object.fromEntries(markers)];
  });
  const { sql, parameters } = build(Object.fromEntries(marked)).compile();
  return { sql, sources: parameters.map((one) => origins.get(one) ?? { constant: one }) };
}

/**
 * Keeps the text of statements that differ in their values only: to compile one costs more than most of the work around it. A statement
 * with an expression among its values is compiled each time.
 *
 * @returns a function that takes the name of the statement, its values, and what builds it from values
 */
export function compiledShapes() {
  const shapes = new Map<string, Shape>();
  return <R>(
    name: string,
    parts: StatementParts,
    build: (parts: StatementParts) => Compilable<R>,
  ): Compilable<R> => {
    const key = shapeOf(name, parts);
    if (key === undefined) return build(parts);
    let shape = shapes.get(key);
    if (!shape) {
      if (shapes.size >= maxShapes) return build(parts);
      shape = learn(parts, build);
      shapes.set(key, shape);
    }
    const { sql, sources } = shape;
    const parameters = sources.map((from) =>
      'constant' in from ? from.constant : parts[from.part]![from.column],
    );
    return { compile: () => ({ sql, parameters }) as unknown as CompiledQuery<R> };
  };
}
