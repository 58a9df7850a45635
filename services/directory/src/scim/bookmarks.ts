import { createHash } from 'node:crypto';
import type { Bus } from '@platform/kit/bus';

/** A list as a client walks it by index. */
export interface WalkedList {
  tenantId: string;
  directoryId: string;
  list: 'users' | 'groups';
  filter: string | undefined;
}

/** Where the pages of lists end that were given lately, so that the next one costs no more than the first. */
export interface Bookmarks {
  /** The resource behind which the page of this index begins; undefined where it is not known. */
  find(list: WalkedList, startIndex: number): Promise<string | undefined>;
  keep(list: WalkedList, startIndex: number, after: string): void;
}

const keyOf = ({ tenantId, directoryId, list, filter }: WalkedList, startIndex: number): string =>
  createHash('sha256')
    .update(JSON.stringify([tenantId, directoryId, list, filter ?? null, startIndex]))
    .digest('hex');

/** Bookmarks on the bus, for all pods. They are a shortcut: without the bus pages are counted off. */
export const bookmarks = (bus: Pick<Bus, 'get' | 'put'>): Bookmarks => ({
  find: (list, startIndex) =>
    bus.get<string>('scim-bookmarks', keyOf(list, startIndex)).catch(() => undefined),
  keep: (list, startIndex, after) =>
    void bus.put('scim-bookmarks', keyOf(list, startIndex), after).catch(() => undefined),
});
