import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WebApp } from '@platform/contracts';
import { builtAssets } from '@platform/pages';
import type { Assets } from '@platform/pages';

/** Path of the files of the web applications. */
export const webAssetsPath = '/web/assets/';

/** A file of Vite's manifest. */
interface ManifestChunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  css?: string[];
  /** Chunks that it loads before it runs. */
  imports?: string[];
}

/** The paths that the shell of an application loads. */
export interface WebEntry {
  script: string;
  /** Modules that the script imports. */
  modules: string[];
  styles: string[];
}

/** A build of the web applications. */
export interface WebBuild {
  entries: ReadonlyMap<string, WebEntry>;
  assets: Pick<Assets, 'find'>;
}

type Manifest = Readonly<Record<string, ManifestChunk>>;

/** Everything that a chunk imports, itself last. */
function importedBy(manifest: Manifest, name: string, seen = new Set<string>()): ManifestChunk[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the manifest of the web applications lacks ${name}`);
  return [...(chunk.imports ?? []).flatMap((one) => importedBy(manifest, one, seen)), chunk];
}

const pathOf = (file: string): string => webAssetsPath + file;

function entryOf(manifest: Manifest, name: string): WebEntry {
  const chunks = importedBy(manifest, name);
  const script = chunks.at(-1)!.file;
  return {
    script: pathOf(script),
    modules: chunks.slice(0, -1).map(({ file }) => pathOf(file)),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].map(pathOf),
  };
}

/**
 * Reads a build of the web applications, such as `web/dist/`. Undefined if there is none: then the hub serves its own pages alone.
 */
export function webBuild(folder: URL): WebBuild | undefined {
  const file = fileURLToPath(new URL('.vite/manifest.json', folder));
  if (!existsSync(file)) return undefined;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const entries = Object.entries(manifest).flatMap(([key, { isEntry, name }]) =>
    isEntry && name !== undefined ? [[name, entryOf(manifest, key)] as const] : [],
  );
  return { entries: new Map(entries), assets: builtAssets(folder, webAssetsPath) };
}

/** The entry of an application; undefined for one that is not built. */
export const entryNamed = ({ entries }: WebBuild, app: WebApp): WebEntry | undefined =>
  entries.get(app);
