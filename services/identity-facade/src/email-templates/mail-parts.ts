import type { EmailTemplateInput } from '@platform/contracts';
import { convert } from 'html-to-text';
import { renderTemplate } from './template-engine.ts';

/** A mail as it is sent. */
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

/** One line: a header must not be continued by what a variable holds. */
const oneLine = (value: string): string => value.replace(/[\r\n\0]+/g, ' ').trim();

/** Renders a template. Without a text of its own it is made from the html. */
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
