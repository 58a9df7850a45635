import { canonicalJson } from '@platform/kit/formats';
import { parseJsonText } from '@platform/kit/http';
import type { ClaimValidatorOf } from '@platform/siblings/claims';
import { errors } from 'oidc-provider';
import { meetsStepUp } from '../api-resources/granted-scopes.ts';
import type {
  DetailTypeFacts,
  RequestedApi,
  SignInFacts,
} from '../api-resources/granted-scopes.ts';

/** An element of `authorization_details` (RFC 9396 §2). */
export interface AuthorizationDetail {
  type: string;
  [member: string]: unknown;
}

const maxBytes = 16_384;
const maxElements = 20;
const maxDepth = 10;
/** Members in which a token may have less than was granted. */
const lists = ['actions', 'locations', 'datatypes', 'privileges'] as const;

const refuse = (description: string, cause?: unknown): never => {
  throw new errors.InvalidAuthorizationDetails(description, { cause });
};

const isDetail = (value: unknown): value is AuthorizationDetail =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  typeof (value as { type?: unknown }).type === 'string';

function parsed(text: string): unknown {
  try {
    return parseJsonText(text, maxDepth);
  } catch (cause) {
    return refuse(
      `authorization_details must be JSON, nested at most ${maxDepth} levels deep`,
      cause,
    );
  }
}

/** Reads the parameter of a request. @throws `invalid_authorization_details` */
export function parseDetails(text: string): AuthorizationDetail[] {
  if (Buffer.byteLength(text) > maxBytes)
    refuse(`authorization_details must have at most ${maxBytes} bytes`);
  const value = parsed(text);
  if (!Array.isArray(value) || !value.every(isDetail))
    return refuse('authorization_details must be an array of objects with a type');
  if (value.length > maxElements)
    refuse(`authorization_details must have at most ${maxElements} elements`);
  return value;
}

/** The types of these details, each once. */
export const typesOf = (details: readonly AuthorizationDetail[]): string[] => [
  ...new Set(details.map(({ type }) => type)),
];

interface KnownType {
  api: RequestedApi;
  facts: DetailTypeFacts;
}

/** The types of these APIs that their client may request. */
const allowedTypes = (apis: readonly RequestedApi[]): ReadonlyMap<string, KnownType> =>
  new Map(
    apis.flatMap((api) =>
      api.detailTypes
        .filter(({ type }) => api.client?.detailTypes.includes(type))
        .map((facts) => [facts.type, { api, facts }] as const),
    ),
  );

/** Checks requested details against the types of the APIs that the request names. @throws `invalid_authorization_details` */
export function checkDetails(
  details: readonly AuthorizationDetail[],
  apis: readonly RequestedApi[],
  validatorOf: ClaimValidatorOf,
): void {
  const known = allowedTypes(apis);
  const counts = new Map<string, number>();
  for (const [i, { type, ...members }] of details.entries()) {
    const { facts } = known.get(type) ?? {};
    if (!facts)
      return refuse(`the type of element ${i} is unknown, or the client may not request it`);
    if (!validatorOf(JSON.stringify(facts.schema))(members))
      refuse(`element ${i} is not valid for its type`);
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    if (count > facts.maxInstances)
      refuse(`there can be at most ${facts.maxInstances} elements of the type of element ${i}`);
  }
}

const isList = (name: string): boolean => (lists as readonly string[]).includes(name);

/** Whether an element is a granted one, or one with fewer actions, locations, datatypes or privileges. */
function isWithin(asked: AuthorizationDetail, granted: AuthorizationDetail): boolean {
  const others = (detail: AuthorizationDetail): string =>
    canonicalJson(Object.fromEntries(Object.entries(detail).filter(([name]) => !isList(name))));
  if (others(asked) !== others(granted)) return false;
  return lists.every((name) => {
    const [some, all] = [asked[name], granted[name]];
    if (!Array.isArray(some) || !Array.isArray(all)) return some === all;
    return some.length > 0 && some.every((one) => all.includes(one));
  });
}

/**
 * Returns the details that a token can have of those that were granted: all, or those that the request asks for.
 * @throws `invalid_authorization_details` for one that was not granted
 */
export function narrowedDetails(
  granted: readonly AuthorizationDetail[],
  asked: readonly AuthorizationDetail[] | undefined,
): readonly AuthorizationDetail[] {
  const extra = asked?.findIndex((one) => !granted.some((other) => isWithin(one, other))) ?? -1;
  if (extra >= 0) refuse(`element ${extra} was not granted`);
  return asked ?? granted;
}

/** The details for one API: types that were removed since, and those that the sign-in does not suffice for, drop out. */
export function detailsAt(
  api: RequestedApi,
  details: readonly AuthorizationDetail[],
  signIn: SignInFacts | undefined,
): AuthorizationDetail[] {
  const known = allowedTypes([api]);
  return details.filter(({ type }) => {
    const facts = known.get(type)?.facts;
    return facts && (!signIn || meetsStepUp(facts, signIn));
  });
}
