import { escapeHtml } from '@platform/kit/formats';

/** Renders text with its `code` marked. */
export const prose = (text: string): string =>
  escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
