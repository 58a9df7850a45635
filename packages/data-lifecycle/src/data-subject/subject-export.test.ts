import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import { asProblem } from '@platform/kit/problem';
import { subjectExport } from './subject-export.ts';
import type { SubjectSections } from './subject-export.ts';

const token = 'a-token-between-services';
const tenantId = newId('tenant');
const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function ask(
  sections: () => SubjectSections,
  { bearer = token, path = '/admin/dsar/usr_1', tenant = tenantId, configured = token } = {},
) {
  const surface = subjectExport({ service: 'shop', token: configured, sections });
  const server = createServer((req, res) => {
    const segments = (req.url ?? '').slice(1).split('/').map(decodeURIComponent);
    const context = { line: { segments } as never, requestId: 'req_1', traceparent: '' };
    Promise.resolve(surface.handle(req, res, context)).catch((error: unknown) => {
      if (res.headersSent) res.destroy();
      else res.writeHead(asProblem(error).status).end(asProblem(error).code);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${bearer}`, 'x-platform-tenant': tenant };
  return fetch(`http://127.0.0.1:${port}${path}`, { headers });
}

async function* given(
  sections: readonly (readonly [string, unknown])[],
  isTruncated = false,
): SubjectSections {
  for (const [section, content] of sections) yield { section, json: JSON.stringify(content) };
  return isTruncated;
}

describe('subjectExport', () => {
  test('joins the pages of a section, even if some are empty', async () => {
    const answer = await ask(() =>
      given(
        [
          ['none', []],
          ['profile', { name: 'A' }],
          ['orders', []],
          ['orders', [1, 2]],
          ['orders', []],
          ['orders', [3]],
          ['last', null],
        ],
        true,
      ),
    );
    expect(await answer.json()).toMatchObject({
      sub: 'usr_1',
      service: 'shop',
      schemaVersion: 1,
      sections: { none: [], profile: { name: 'A' }, orders: [1, 2, 3], last: null },
      truncated: true,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('closes a list in the last position', async () => {
    const answer = await ask(() => given([['orders', [1]]]));
    expect(await answer.json()).toMatchObject({ sections: { orders: [1] }, truncated: false });
  });

  test('reads the token from a file at each use', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shared-token-'));
    const file = join(folder, 'token');
    const status = async (bearer: string) =>
      (await ask(() => given([]), { configured: `file:${file}`, bearer })).status;
    writeFileSync(file, 'first\n');
    expect([await status('first'), await status('second')]).toEqual([200, 401]);
    writeFileSync(file, 'second\n');
    expect([await status('first'), await status('second')]).toEqual([401, 200]);
    rmSync(folder, { recursive: true });
  });

  test('returns an empty export for an unknown subject', async () => {
    expect(await (await ask(() => given([]))).json()).toMatchObject({ sections: {} });
  });

  test.each([
    ['another token', { bearer: 'another' }, 401],
    ['no configured token', { configured: '', bearer: 'x' }, 401],
    ['no tenant', { tenant: 'acme' }, 400],
    ['no person', { path: '/admin/dsar/' }, 404],
    ['a path below', { path: '/admin/dsar/usr_1/x' }, 404],
  ])('rejects %s', async (_what, options, status) => {
    expect((await ask(() => given([]), options)).status).toBe(status);
  });

  test('returns a problem if the first section cannot be read, and breaks off if a later one cannot', async () => {
    const failing = (after: number) =>
      async function* (): SubjectSections {
        for (let n = 0; n < after; n++) yield { section: `s${n}`, json: '[]' };
        throw new Error('away');
      };
    expect((await ask(failing(0))).status).toBe(500);
    await expect(ask(failing(2)).then((answer) => answer.text())).rejects.toThrow();
  });
});
