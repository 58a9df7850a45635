const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** The position of a page: by index (RFC 7644 §3.4.2.4) or by cursor (RFC 9865). */
export interface PageInfo {
  totalResults: number;
  itemsPerPage: number;
  startIndex?: number;
  nextCursor?: string;
}

/** The response to every query, even if it is empty (RFC 7644 §3.4.2). */
export const listResponse = (
  page: PageInfo,
  resources: readonly unknown[],
): Record<string, unknown> => ({ schemas: [listSchema], ...page, Resources: resources });

/** A short list that is always returned whole. */
export const wholeList = (resources: readonly unknown[]): Record<string, unknown> =>
  listResponse(
    { totalResults: resources.length, itemsPerPage: resources.length, startIndex: 1 },
    resources,
  );
