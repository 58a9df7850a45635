import { WorkerFailed, workerPool } from '@platform/kit/worker-pool';
import type { Metrics } from '@platform/kit/telemetry';
import type { ImageFacts, inspectImage } from '../../tasks/image-tasks.js';

/** What the bytes of an image are, or why they are not used. */
export type InspectImage = (content: Buffer, signal: AbortSignal) => Promise<ImageFacts>;

/** Tells the type and size of images on a thread of its own: parsers of foreign bytes may hang or take all memory. */
export function imageInspection(metrics: Metrics): {
  inspect: InspectImage;
  close: () => Promise<void>;
} {
  const pool = workerPool<{ inspectImage: typeof inspectImage }>({
    name: 'images',
    module: new URL('../../tasks/image-tasks.js', import.meta.url),
    maxThreads: 1,
    maxMemoryMb: 64,
    timeoutMs: 5_000,
    metrics,
  });
  return {
    async inspect(content, signal) {
      try {
        return await pool.run('inspectImage', new Uint8Array(content), { signal });
      } catch (error) {
        if (error instanceof WorkerFailed) return { fault: 'too_complex' };
        throw error;
      }
    },
    close: () => pool.close(),
  };
}
