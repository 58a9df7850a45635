import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const maxBytes = 15 * 1024;

/** Bundles a program as a browser gets it. */
async function bundled(program: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    // Fails at imports of Node's modules.
    platform: 'browser',
    target: 'es2022',
    conditions: ['source'],
  });
  const [{ contents, text } = { contents: new Uint8Array(), text: '' }] = outputFiles;
  return { text, bytes: brotliCompressSync(contents).length, inputs: Object.keys(metafile.inputs) };
}

describe('a bundle', () => {
  it.each([
    [
      'subpaths',
      `import { createClient } from '@platform/sdk/client';
       import { users } from '@platform/sdk/users';`,
    ],
    ['the package', `import { createClient, users } from '@platform/sdk';`],
  ])('of one area from %s is small and holds nothing else', async (_, imports) => {
    const { text, bytes, inputs } = await bundled(
      `${imports} export const list = users(createClient({ baseUrl: 'https://a.example' })).list;`,
    );
    expect(bytes).toBeLessThan(maxBytes);
    expect(text).toContain('/api/v1/directory/users');
    expect(text).not.toContain('/api/v1/roles');
    expect(text).not.toMatch(/\bzod\b|node:/);
    expect(inputs.filter((input) => input.includes('node_modules'))).toEqual([]);
  });

  it.each(['express', 'fastify', 'hono', 'next'])(
    'of the middleware of %s does not hold the framework',
    async (framework) => {
      const { text, inputs } = await bundled(`export * from '@platform/sdk/${framework}';`);
      expect(text).toContain('www-authenticate');
      expect(inputs.filter((input) => input.includes('node_modules'))).toEqual([]);
    },
  );

  it('of everything without verification is small too', async () => {
    const { bytes } = await bundled(`export { createPlatform } from '@platform/sdk';`);
    expect(bytes).toBeLessThan(maxBytes);
  });
});
