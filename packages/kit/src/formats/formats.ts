export { canonicalJson } from './canonical-json.ts';
export { emailKey } from './email-address.ts';
export { hostNameOf } from './host-name.ts';
export { escapeHtml } from './html-escape.ts';
export { isoTime } from './iso-time.ts';
export { isJsonObject, mergePatch } from './merge-patch.ts';
