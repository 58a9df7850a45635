import { WorkerFailed, workerPool } from '@platform/kit/worker-pool';
import type { Metrics } from '@platform/kit/telemetry';
import type { ImageFacts, inspectImage } from '../../tasks/image-tasks.js';

/** Reads the type and size of an image, or the reason why it is rejected. */
export type InspectImage = (content: Buffer, signal: AbortSignal) => Promise<ImageFacts>;

/** Inspects images on a separate thread: parsers of untrusted bytes may hang or exhaust the memory. */
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
