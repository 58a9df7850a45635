import { lazyRouteComponent } from '@tanstack/react-router';
import { MissingChunk } from '../kit/missing-chunk.ts';

/**
 * A page whose code is loaded when it is opened. The router would reload by itself if the code is missing, and forget what has been
 * typed elsewhere: `PageFailed` decides instead.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(
    () =>
      importer().catch((error: unknown) => {
        throw new MissingChunk(error);
      }),
    exportName,
  );
