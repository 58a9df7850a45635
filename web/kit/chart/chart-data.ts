/** One line of a chart: a value for each point of its axis; null where there is none. */
export interface Series {
  id: string;
  label: string;
  values: readonly (number | null)[];
}

/** Colors in the order in which series take them: told apart in each color deficiency, and by dashes. */
export const chartColor = (index: number): string => `var(--chart-${(index % 5) + 1})`;
const dashes = ['none', '6 4', '2 4', '10 4 2 4', '1 5'];
export const chartDash = (index: number): string => dashes[index % dashes.length] ?? 'none';

/** Moves labels apart that would overlap, keeping their order and, if there is room, above `max`: `at` are their centers. */
export function spreadLabels(at: readonly number[], height: number, max = Infinity): number[] {
  const order = at.map((_, index) => index).sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0));
  const placed = [...at];
  let free = -Infinity;
  for (const index of order) {
    placed[index] = Math.max(placed[index] ?? 0, free);
    free = placed[index] + height;
  }
  let below = max;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index] ?? 0, below);
    below = placed[index] - height;
  }
  return placed;
}

/** The rows of the table below a chart: the points of its axis and the values of each series. */
export const tableRows = (
  points: readonly string[],
  series: readonly Series[],
): (string | number)[][] =>
  points.map((point, index) => [point, ...series.map(({ values }) => values[index] ?? '')]);
