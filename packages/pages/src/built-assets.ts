import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assetHeaders, assetType, encodingFor } from './assets.ts';
import type { AssetAnswer, AssetEncoding, Assets } from './assets.ts';

interface BuiltAsset {
  type: string;
  bodies: Readonly<Record<AssetEncoding, Buffer>>;
}

const isBuilt = (name: string): boolean => !name.startsWith('.') && !/\.(br|gz)$/.test(name);

/** A file that is too small to be worth it, or compressed already, has no compressed copies. */
function builtAsset(folder: URL, name: string): BuiltAsset {
  const read = (suffix: string): Buffer | undefined => {
    const file = fileURLToPath(new URL(`${name}${suffix}`, folder));
    return existsSync(file) ? readFileSync(file) : undefined;
  };
  const identity = read('') as Buffer;
  const bodies = { br: read('.br') ?? identity, gzip: read('.gz') ?? identity, identity };
  return { type: assetType(name), bodies };
}

/**
 * Serves the files of a folder that a build has named by their content and compressed: `{name}-{hash}.js`, with `.br` and `.gz` beside
 * it. @param prefix path of the files, which ends with a slash
 */
export function builtAssets(folder: URL, prefix: string): Pick<Assets, 'find'> {
  const names = readdirSync(fileURLToPath(folder)).filter(isBuilt);
  const byPath = new Map(names.map((name) => [prefix + name, builtAsset(folder, name)]));
  return {
    find(path, acceptEncoding): AssetAnswer | undefined {
      const asset = byPath.get(path);
      if (!asset) return undefined;
      const { bodies } = asset;
      const wanted = encodingFor(acceptEncoding);
      const body = bodies[wanted];
      return {
        headers: assetHeaders(asset, body === bodies.identity ? 'identity' : wanted, body),
        body,
      };
    },
  };
}
