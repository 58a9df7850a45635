import type { MigrationSource } from '@platform/sdk';
import { linesOf } from '../../client/lines.ts';
import { isJson } from '../../client/plain-values.ts';

export type MappingRule = MigrationSource['mapping'][number];
type Transform = NonNullable<MappingRule['transform']>[number];

/** Transforms that need no parameters; others are JSON. */
const plain = ['trim', 'lower', 'join', 'boolean', 'date', 'phone'];

function transformText(transform: Transform): string {
  const { type, ...parameters } = transform;
  const isPlain = plain.includes(type) && Object.keys(parameters).length === 0;
  return isPlain ? type : JSON.stringify(transform);
}

function ruleText({ source, target, required, transform = [], default: fallback }: MappingRule) {
  const steps = transform.map((one) => ` | ${transformText(one)}`).join('');
  const otherwise = fallback === undefined ? '' : ` ?? ${JSON.stringify(fallback)}`;
  return `${source} -> ${target}${required ? '!' : ''}${steps}${otherwise}`;
}

/** Rules as text, one in a line: `/profile/first -> /name/givenName! | trim ?? "Unknown"`. */
export const mappingText = (rules: readonly MappingRule[]): string =>
  rules.map(ruleText).join('\n');

const linePattern =
  /^(?<source>\S*)\s*(?:->|→)\s*(?<target>\/[^\s!]+)(?<required>!)?(?<steps>(?:\s+\|\s+.+?)*)(?:\s+\?\?\s+(?<fallback>.+))?$/;

function transformOf(text: string): Transform | undefined {
  if (plain.includes(text)) return { type: text } as Transform;
  if (!text.startsWith('{') || !isJson(text)) return undefined;
  return JSON.parse(text) as Transform;
}

function ruleOf(line: string): MappingRule | undefined {
  const { source, target, required, steps, fallback } = linePattern.exec(line)?.groups ?? {};
  if (source === undefined || target === undefined) return undefined;
  const transform = (steps ?? '')
    .split(/\s+\|\s+/)
    .filter((step) => step.trim() !== '')
    .map((step) => transformOf(step.trim()));
  if (transform.includes(undefined) || (fallback !== undefined && !isJson(fallback)))
    return undefined;
  return {
    source,
    target,
    required: required === '!',
    ...(transform.length > 0 && { transform: transform as Transform[] }),
    ...(fallback !== undefined && { default: JSON.parse(fallback) as MappingRule['default'] }),
  };
}

/** The first line that is no rule. */
export const mappingFault = (text: string): string | undefined =>
  linesOf(text).find((line) => ruleOf(line) === undefined);

export const mappingRules = (text: string): MappingRule[] =>
  linesOf(text).flatMap((line) => ruleOf(line) ?? []);
