import type { JsonObject } from '@platform/contracts';
import { stringify } from 'yaml';

/** How many levels below these members are written entry by entry: each path, each webhook, and each schema of the components. */
const depths: Readonly<Record<string, number>> = { paths: 1, webhooks: 1, components: 2 };

/** The lines of a value under the last of its keys, indented as in the whole document. */
function linesBelow(keys: readonly string[], value: unknown): string {
  const nested = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const text = stringify(nested, { aliasDuplicateObjects: false });
  return text
    .split('\n')
    .slice(keys.length - 1)
    .join('\n');
}

function* writtenBelow(
  keys: readonly string[],
  map: JsonObject,
  depth: number,
): Generator<void, string> {
  const parts: string[] = [];
  for (const [key, value] of Object.entries(map)) {
    const below = [...keys, key];
    const isSplit = depth > 0 && Object.keys(value as object).length > 0;
    if (isSplit)
      parts.push(
        `${'  '.repeat(keys.length)}${stringify(key).trimEnd()}:\n`,
        yield* writtenBelow(below, value as JsonObject, depth - 1),
      );
    else parts.push(linesBelow(below, value));
    yield;
  }
  return parts.join('');
}

/** Writes an OpenAPI document as YAML, in pieces that take a few milliseconds. */
export function* yamlText(document: JsonObject): Generator<void, string> {
  const parts: string[] = [];
  for (const [key, value] of Object.entries(document))
    parts.push(yield* writtenBelow([], { [key]: value }, depths[key] ?? 0));
  return parts.join('');
}
