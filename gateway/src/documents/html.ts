import { escapeHtml } from '@platform/kit/formats';

/** Renders text with its `code` marked. */
export const prose = (text: string): string =>
  escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const paragraph = (text: string): string =>
  `<p>${prose(text).replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')}</p>`;

/** Renders the Markdown subset of descriptions: paragraphs, `code`, **bold** and fenced code. */
export const markdown = (text: string): string =>
  text
    .split(/(```\n[^]*?\n```)/)
    .flatMap((part) =>
      part.startsWith('```')
        ? [`<pre>${escapeHtml(part.slice(4, -4))}</pre>`]
        : part.split(/\n{2,}/).flatMap((one) => (one.trim() ? [paragraph(one.trim())] : [])),
    )
    .join('');
