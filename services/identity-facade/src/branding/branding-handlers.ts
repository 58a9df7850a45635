import type { brandingOperations } from '@platform/contracts';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import type { Tx } from '@platform/kit/database';
import { brandingImages } from '../assets/copied-images.ts';
import type { RequestCopies } from '../assets/asset-requests.ts';
import { keepPictures, picturesOf, requirePictures } from '../assets/pictures.ts';
import { findBranding, lockBranding } from './branding-store.ts';
import type { BrandingRecord } from './branding-store.ts';
import { brandingResource, defaultBranding } from './branding-view.ts';
import { checkedBranding, writeBranding } from './branding-write.ts';

export function brandingHandlers({
  requestCopies,
  tenantName,
  clock,
}: {
  requestCopies: RequestCopies;
  tenantName: (tenantId: string) => Promise<string>;
  clock: () => number;
}): Handlers<typeof brandingOperations> {
  const shown = async (tx: Tx, record: BrandingRecord | undefined) => {
    const uploaded = await picturesOf(tx, record?.settings ?? defaultBranding);
    const parts = {
      assets: [...uploaded, ...(await brandingImages(tx))],
      tenantName: await tenantName(tx.context.tenantId),
    };
    return answer(brandingResource(record, parts), { version: record?.version ?? 0 });
  };
  return {
    loginExperienceGetBranding: async ({ tx }) => shown(tx, await findBranding(tx)),

    async loginExperiencePutBranding({ tx, body, ifMatch, audit }) {
      const checked = await checkedBranding(body);
      const before = await lockBranding(tx);
      ifMatch(before?.version ?? 0);
      await requirePictures(tx, body);
      const { record, changed } = await writeBranding(tx, before, checked, new Date(clock()));
      await requestCopies(tx, body);
      await keepPictures(tx, body);
      audit({ changed });
      return shown(tx, record);
    },
  };
}
