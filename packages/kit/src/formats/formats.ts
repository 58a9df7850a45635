export { emailKey } from './email-address.ts';
export { isJsonObject, mergePatch } from './merge-patch.ts';
