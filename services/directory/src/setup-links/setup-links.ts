export { setupLinkResource } from './setup-link-record.ts';
export type { SetupLinkRecord } from './setup-link-record.ts';
export { openSetupLink, renewByToken, setupLinkOfSession } from './setup-link-opening.ts';
export {
  findSetupLink,
  listSetupLinksTo,
  lockSetupLink,
  removeSetupLinksTo,
  updateSetupLink,
} from './setup-link-store.ts';
export { publishSetupLink, sendToColleague } from './setup-link-writes.ts';
export type { SetupLinkWriting } from './setup-link-writes.ts';
