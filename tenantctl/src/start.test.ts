import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** The files that are loaded to run any command: those of static imports, from `main.ts` on. */
async function loadedAtStart(): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    splitting: true,
    outdir: 'out',
    format: 'esm',
    platform: 'node',
    conditions: ['source'],
    external: ['@napi-rs/keyring', 'yauzl'],
  });
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { path, kind } of metafile.inputs[file]?.imports ?? [])
      if (kind === 'import-statement') visit(path);
  };
  visit(Object.keys(metafile.inputs).find((file) => file.endsWith('tenantctl/src/main.ts'))!);
  return [...loaded];
}

it('starts without what only some commands need', async () => {
  const loaded = await loadedAtStart();
  expect(loaded.some((file) => file.includes('node_modules/commander'))).toBe(true);
  const late =
    /node_modules\/(?:zod|@jmespath|sucrase|yaml|jose|undici|csv-|open|proper-lockfile|@napi|@bomb)|packages\/(?:contracts|sdk)\/|generated\/areas\//;
  expect(loaded.filter((file) => late.test(file))).toEqual([]);
});
