import type { SecretBox } from '@platform/kit/secrets';
import { lineBatches } from './line-batches.ts';
import type { TenantMove } from './moved-rows.ts';
import { exportTenant } from './tenant-export.ts';

/** Exports a tenant as messages of lines, as fast as they are read. */
export async function* exportedLines(
  move: TenantMove,
  tenantId: string,
  transfer: SecretBox,
): AsyncGenerator<{ lines: string[] }> {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  const exported = exportTenant(move, tenantId, transfer, (line) => writer.write(line)).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  );
  exported.catch(() => undefined);
  for await (const { lines } of lineBatches(readable as unknown as AsyncIterable<string>))
    yield { lines };
  await exported;
}
