import { Call } from './call.ts';
import type { ProblemCode } from './problem.ts';
import type { CallResponse } from './response.ts';

/** A page of a list. */
export interface AnyPage {
  data: readonly unknown[];
  nextCursor: string | null;
  hasMore: boolean;
}

/** An entry of a list. */
export type EntryOf<P extends AnyPage> = Awaited<P['data'][number]>;

/**
 * A call of a list. Awaited, it is the first page; iterated, it is the entries of all pages, which are requested as they are needed. The
 * first request is sent when the call is awaited or iterated.
 * @example for await (const user of platform.users.list()) console.log(user.id);
 */
export class PagedCall<P extends AnyPage, C extends ProblemCode> extends Call<P, C> {
  readonly #next: (cursor: string) => PromiseLike<P>;

  constructor(send: () => Promise<CallResponse<P>>, next: (cursor: string) => PromiseLike<P>) {
    super(send);
    this.#next = next;
  }

  /** The pages, from the first to the last one that exists now. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let page: P = await this;
    for (;;) {
      yield page;
      if (!page.hasMore || page.nextCursor === null) return;
      page = await this.#next(page.nextCursor);
    }
  }

  /** The entries of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<EntryOf<P>, void, undefined> {
    for await (const { data } of this.pages()) yield* data as EntryOf<P>[];
  }
}
