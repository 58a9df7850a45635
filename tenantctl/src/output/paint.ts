import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Colors a text. The caller knows whether its terminal has colors. */
export const paint = (style: Style, text: string): string =>
  styleText(style, text, { validateStream: false });

const styles: readonly [RegExp, Style][] = [
  [/^(?:active|enabled|verified|completed|succeeded|success|ok|allowed|approved)$/i, 'green'],
  [/^(?:failed|failure|denied|dead_lettered|error|deactivated|expired|revoked)$/i, 'red'],
  [/^(?:pending|running|suspended|held|in_flight|incomplete|draft)$/i, 'yellow'],
];

/** Colors a state by what it means. */
export function paintState(state: string): string {
  const [, style] = styles.find(([pattern]) => pattern.test(state)) ?? [];
  return style ? paint(style, state) : state;
}
