// The templates of `init` for projects without TypeScript, from those with it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { transform } from 'sucrase';

/** The folder of the templates. */
export const templates = fileURLToPath(new URL('../templates/', import.meta.url));

const javascriptName = (name) => join('javascript', name.replace(/\.ts(x?)$/, '.js$1'));

/** Types that would leave comments and empty lines behind. */
const withoutTypes = (text) =>
  text
    .replace(/^import type .*\n/gm, '')
    .replace(/(?:^\/\*\*[^\n]*\*\/\n)?^export interface [^]*?^}\n\n/gm, '');

async function javascriptOf(name) {
  const text = withoutTypes(readFileSync(join(templates, name), 'utf8'));
  const { code } = transform(text, {
    transforms: ['typescript', 'jsx'],
    disableESTransforms: true,
    jsxRuntime: 'preserve',
    preserveDynamicImport: true,
    keepUnusedImports: true,
  });
  return format(code.replace(/^(?:\s*\n)+/, ''), {
    parser: 'babel',
    printWidth: 100,
    singleQuote: true,
  });
}

/** Text by the name of the file. */
export async function javascriptTemplates() {
  const names = readdirSync(templates, { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name));
  return new Map(
    await Promise.all(names.map(async (name) => [javascriptName(name), await javascriptOf(name)])),
  );
}
