/** A metric in an expression, with the labels that it is selected by. */
export interface UsedMetric {
  name: string;
  labels: string[];
}

const keywords = new Set(['or', 'and', 'unless', 'bool', 'offset', 'inf', 'nan']);
const grouping = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;

/** An expression without its quoted parts, which may contain anything. */
const bare = (expression: string): string => expression.replace(/"(?:[^"\\]|\\.)*"/g, '""');

/** The metrics that an expression of PromQL reads. */
export function metricsIn(expression: string): UsedMetric[] {
  const text = bare(expression)
    .replace(grouping, ' ')
    .replace(/\[[^\]]*\]/g, ' ');
  const selectors = text.matchAll(/([a-zA-Z_:][\w:]*)\s*(\{[^}]*\}|\()?/g);
  return [...selectors].flatMap(([, name = '', rest = '']) => {
    if (rest === '(' || keywords.has(name.toLowerCase())) return [];
    return [{ name, labels: [...rest.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label) }];
  });
}

/** The labels that an expression groups by. */
export const groupedBy = (expression: string): string[] =>
  [...bare(expression).matchAll(grouping)].flatMap(([, labels = '']) =>
    labels
      .split(',')
      .map((label) => label.trim())
      .filter(Boolean),
  );
