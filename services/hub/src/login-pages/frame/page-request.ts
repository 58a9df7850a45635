import type { IncomingMessage } from 'node:http';

/** Whether a browser will show the response to a person: it accepts HTML explicitly. */
export const asksForPage = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.accept?.includes('text/html') === true;
