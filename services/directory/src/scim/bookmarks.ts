import { createHash } from 'node:crypto';
import type { Bus } from '@platform/kit/bus';

/** A list that a client pages through by index. */
export interface WalkedList {
  tenantId: string;
  directoryId: string;
  list: 'users' | 'groups';
  filter: string | undefined;
}

/**
 * The ends of pages that were returned recently, so that the next page costs no more than the
 * first.
 */
export interface Bookmarks {
  /** The resource after which the page of this index begins; undefined if unknown. */
  find(list: WalkedList, startIndex: number): Promise<string | undefined>;
  keep(list: WalkedList, startIndex: number, after: string): void;
}

const keyOf = ({ tenantId, directoryId, list, filter }: WalkedList, startIndex: number): string =>
  createHash('sha256')
    .update(JSON.stringify([tenantId, directoryId, list, filter ?? null, startIndex]))
    .digest('hex');

/**
 * Bookmarks on the bus, for all pods. They are an optimization: without the bus, pages are counted
 * from the start.
 */
export const bookmarks = (bus: Pick<Bus, 'get' | 'put'>): Bookmarks => ({
  find: (list, startIndex) =>
    bus.get<string>('scim-bookmarks', keyOf(list, startIndex)).catch(() => undefined),
  keep: (list, startIndex, after) =>
    void bus.put('scim-bookmarks', keyOf(list, startIndex), after).catch(() => undefined),
});
