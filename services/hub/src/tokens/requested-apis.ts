import type { Database } from '@platform/kit/database';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { canonicalIdentifier } from '../api-resources/api-identifier.ts';
import type { RequestedApi } from '../api-resources/granted-scopes.ts';
import {
  canonicalNames,
  findRequestedApis,
  requestedApi,
} from '../api-resources/requested-api-rows.ts';
import type { RequestedApiRow } from '../api-resources/requested-api-rows.ts';
import { withStore } from '../oauth-errors/oauth-error.ts';

/** The APIs of the tenant that a request names. */
export interface RequestedApis {
  /** The names of APIs in the parameters of a request, in their canonical form. */
  namesIn(ctx: KoaContextWithOIDC): string[];
  /**
   * Gives the APIs that a request names their stored names in its parameters: clients send `https://host/` for `https://host`, and the
   * library compares names as text. Called with the APIs that were read together with the client, before the library reads the names.
   */
  prepare(
    ctx: KoaContextWithOIDC,
    clientId: string,
    read: { names: readonly string[]; apis?: readonly object[] | null | undefined },
  ): Promise<void>;
  /** An enabled API, with the access of the request's client; undefined if the tenant has none of this name. */
  named(ctx: KoaContextWithOIDC, name: string): Promise<RequestedApi | undefined>;
}

type Found = ReadonlyMap<string, RequestedApi>;
interface Params {
  resource?: unknown;
  audience?: unknown;
  grant_type?: unknown;
}

/** What clients of other servers call the management API, whose tokens have this audience. */
const platformAudience = 'product-api';

const namesIn = (value: unknown): string[] =>
  [value ?? []].flat().filter((name) => typeof name === 'string');

/** SDKs send `audience` for a token of the client itself. An audience beside another resource is one too many, which is refused later. */
function takeAudience(params: Params | undefined): void {
  if (params?.grant_type !== 'client_credentials') return;
  const audiences = namesIn(params.audience).filter((name) => name !== platformAudience);
  if (audiences.length === 0) return;
  const all = [
    ...new Map(
      [...namesIn(params.resource), ...audiences].map((name) => [canonicalIdentifier(name), name]),
    ).values(),
  ];
  params.resource = all.length === 1 ? all[0] : all;
}

function rename(params: Params | undefined, apis: Found): void {
  if (params?.resource === undefined) return;
  const stored = (name: string): string => apis.get(canonicalIdentifier(name))?.identifier ?? name;
  params.resource = Array.isArray(params.resource)
    ? [...new Set(namesIn(params.resource).map(stored))]
    : namesIn(params.resource).map(stored)[0];
}

const foundApis = (apis: readonly RequestedApi[]): Found =>
  new Map(apis.map((api) => [canonicalIdentifier(api.identifier), api]));

/** See {@link RequestedApis}. */
export function requestedApis({
  db,
  tenantId,
  apiResources,
}: {
  db: Pick<Database, 'call'>;
  tenantId: string;
  /** What names the management API. */
  apiResources: ReadonlySet<string>;
}): RequestedApis {
  const read = new WeakMap<KoaContextWithOIDC, Map<string, Promise<Found>>>();

  async function find(clientId: string, names: string[]): Promise<Found> {
    return foundApis(await withStore(() => findRequestedApis(db, { tenantId, clientId, names })));
  }

  /** Reads each name once in a request, several together. */
  function findOnce(
    ctx: KoaContextWithOIDC,
    clientId: string,
    names: readonly string[],
  ): Promise<Found>[] {
    const known = read.get(ctx) ?? new Map<string, Promise<Found>>();
    read.set(ctx, known);
    const wanted = names.map(canonicalIdentifier).filter((name) => !known.has(name));
    if (wanted.length > 0) {
      const found = find(clientId, wanted);
      found.catch(() => undefined);
      for (const name of wanted) known.set(name, found);
    }
    return names.flatMap((name) => known.get(canonicalIdentifier(name)) ?? []);
  }

  const paramsOf = ({ oidc }: KoaContextWithOIDC): (Params | undefined)[] => [
    oidc.params,
    oidc.body as Params | undefined,
  ];

  /** Keeps what was read together with the client. */
  function keep(ctx: KoaContextWithOIDC, names: readonly string[], rows: readonly object[]): void {
    const found = foundApis(rows.map((row) => requestedApi(row as RequestedApiRow)));
    const known = new Map<string, Promise<Found>>();
    for (const name of [...names, ...found.keys()]) known.set(name, Promise.resolve(found));
    read.set(ctx, known);
  }

  return {
    namesIn(ctx) {
      const all = paramsOf(ctx);
      for (const params of all) takeAudience(params);
      const names = all.flatMap((params) => namesIn(params?.resource));
      return canonicalNames(names.filter((name) => !apiResources.has(name)));
    },
    async prepare(ctx, clientId, { names, apis }) {
      if (apis) keep(ctx, names, apis);
      if (names.length === 0) return;
      for (const found of await Promise.all(findOnce(ctx, clientId, names)))
        for (const params of paramsOf(ctx)) rename(params, found);
    },
    async named(ctx, name) {
      const [found] = await Promise.all(findOnce(ctx, ctx.oidc.client!.clientId, [name]));
      return found?.get(canonicalIdentifier(name));
    },
  };
}
