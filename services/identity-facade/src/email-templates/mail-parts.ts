import type { EmailTemplateInput } from '@platform/contracts';
import { convert } from 'html-to-text';
import { renderTemplate } from './template-engine.ts';

/** A rendered mail. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

const toText = (html: string): string =>
  convert(html, {
    wordwrap: 78,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: '[data-preheader]', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
    ],
  });

/** Keeps a value on one line: the content of a variable must not continue a header. */
const oneLine = (value: string): string => value.replace(/[\r\n\0]+/g, ' ').trim();

/** Renders a template. Derives the text from the HTML if the template has none. */
export function renderMail(
  { subject, html, text }: Pick<EmailTemplateInput, 'subject' | 'html' | 'text'>,
  data: object,
): RenderedMail {
  const rendered = renderTemplate('html', html, data);
  return {
    subject: oneLine(renderTemplate('text', subject, data)),
    html: rendered,
    text: text === null ? toText(rendered) : renderTemplate('text', text, data),
  };
}
