import type { IncomingMessage } from 'node:http';

/** Whether a request comes from a browser that shows what it gets: it asks for HTML by name. */
export const asksForPage = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.accept?.includes('text/html') === true;
