import { z } from 'zod';

/** A browser, as its `User-Agent` describes it. */
export const UserDevice = z
  .object({
    browser: z.string().nullable(),
    os: z.string().nullable(),
    kind: z.enum(['desktop', 'mobile', 'tablet']).nullable(),
  })
  .meta({ id: 'UserDevice' });

export type UserDeviceResource = z.infer<typeof UserDevice>;
