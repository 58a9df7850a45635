import type { IncomingMessage } from 'node:http';

const own = new WeakSet<IncomingMessage>();

/** Notes that the hub itself sends this request, as the client of its web applications. */
export const noteOwnRequest = (req: IncomingMessage): void => void own.add(req);

/** Whether the hub itself sent a request: the limits of clients do not apply, because all sessions share that client. */
export const isOwnRequest = (req: IncomingMessage): boolean => own.has(req);
