/**
 * Limits in bytes, compressed with brotli: what a first visit loads, its style sheets, a route that is loaded later, and heavy parts,
 * which are loaded when the page is there.
 */
export const budgets = {
  firstLoad: { console: 180 * 1024, account: 170 * 1024, setup: 170 * 1024 },
  css: 20 * 1024,
  route: 60 * 1024,
  onNeed: { 'kit/graph/graph-canvas.tsx': 75 * 1024, 'kit/editor/editor-box.tsx': 80 * 1024 },
};

/** Every chunk that an entry loads before it runs. */
function staticChunks(manifest, name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of manifest[name].imports ?? []) staticChunks(manifest, imported, seen);
  return seen;
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

/**
 * Weighs a build. Returns a line for each part, and whether it is within its budget.
 * @param manifest of Vite
 * @param weightOf bytes of a file, compressed
 */
export function weighBuild(manifest, weightOf) {
  const entries = Object.values(manifest).filter(({ isEntry }) => isEntry);
  const first = new Set();
  const lines = entries.flatMap(({ name, src }) => {
    const chunks = [...staticChunks(manifest, src)];
    for (const chunk of chunks) first.add(chunk);
    const css = [...new Set(chunks.flatMap((chunk) => manifest[chunk].css ?? []))];
    return [
      {
        part: `${name}: first load`,
        bytes: sum(chunks.map((chunk) => weightOf(manifest[chunk].file))),
        budget: budgets.firstLoad[name],
      },
      { part: `${name}: style`, bytes: sum(css.map(weightOf)), budget: budgets.css },
    ];
  });
  const later = Object.entries(manifest)
    .filter(([name, { file }]) => !first.has(name) && file.endsWith('.js'))
    .map(([name, { file }]) => ({
      part: name,
      bytes: weightOf(file),
      budget: budgets.onNeed[name] ?? budgets.route,
    }));
  return [...lines, ...later];
}
