import type { HttpMethod } from '@platform/contracts';

/** The keys of `Operation` that define a route. */
export interface Route {
  method: HttpMethod;
  /** `/api/v1/users/{id}`; a segment is a literal or one `{parameter}`. */
  path: string;
}

/**
 * The result of matching a request. `method`: the path exists, but only for the methods in `allow`
 * (for the header `Allow`).
 */
export type RouteMatch<Id extends string = string> =
  | { kind: 'match'; operationId: Id; params: Record<string, string> }
  | { kind: 'method'; allow: string[] }
  | { kind: 'none' };

interface Node<Id extends string> {
  literals: Map<string, Node<Id>>;
  parameter: Node<Id> | undefined;
  /** Keyed by method in upper case. */
  ends: Map<string, { operationId: Id; names: readonly (string | undefined)[] }>;
}

const emptyNode = <Id extends string>(): Node<Id> => ({
  literals: new Map(),
  parameter: undefined,
  ends: new Map(),
});

function parameterName(segment: string, path: string): string | undefined {
  if (segment === '') throw new Error(`${path}: an empty segment can never match`);
  if (!/[{}]/.test(segment)) return undefined;
  const name = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(segment)?.[1];
  if (!name) throw new Error(`${path}: "${segment}" is neither a literal nor one {parameter}`);
  return name;
}

function insert<Id extends string>(root: Node<Id>, operationId: Id, { method, path }: Route): void {
  if (!path.startsWith('/')) throw new Error(`${operationId}: path ${path} must begin with /`);
  const segments = path.slice(1).split('/');
  const names = segments.map((segment) => parameterName(segment, path));
  const given = names.filter((name) => name !== undefined);
  if (new Set(given).size < given.length) throw new Error(`${path}: a parameter appears twice`);
  let node = root;
  segments.forEach((segment, i) => {
    let next = names[i] === undefined ? node.literals.get(segment) : node.parameter;
    if (!next) {
      next = emptyNode<Id>();
      if (names[i] === undefined) node.literals.set(segment, next);
      else node.parameter = next;
    }
    node = next;
  });
  const verb = method.toUpperCase();
  const twin = node.ends.get(verb);
  if (twin)
    throw new Error(
      `${twin.operationId} and ${operationId} have the same method and shape: ${verb} ${path}`,
    );
  node.ends.set(verb, { operationId, names });
}

/**
 * Returns the end for this method whose path has its literals furthest left; adds every method
 * found on the way to `allow`.
 */
function walk<Id extends string>(
  node: Node<Id>,
  request: { verb: string; segments: readonly string[]; allow: Set<string> },
  depth: number,
): ReturnType<Node<Id>['ends']['get']> {
  const segment = request.segments[depth];
  if (segment === undefined) {
    for (const verb of node.ends.keys()) request.allow.add(verb);
    return node.ends.get(request.verb);
  }
  const literal = node.literals.get(segment);
  const found = literal && walk(literal, request, depth + 1);
  if (found || !node.parameter || segment === '') return found;
  return walk(node.parameter, request, depth + 1);
}

const paramsOf = (
  names: readonly (string | undefined)[],
  segments: readonly string[],
): Record<string, string> => {
  const params = Object.create(null) as Record<string, string>;
  names.forEach((name, i) => {
    if (name !== undefined) params[name] = segments[i]!;
  });
  return params;
};

/**
 * Builds a matcher over operations, for the gateway and every service behind it: both must agree on
 * what a path means. `match` takes the raw method and segments decoded once (`requestLine`).
 * Case-sensitive. At each position a literal takes precedence over a parameter; if the literal's
 * branch has no operation for the method, the parameter's is tried. `HEAD` runs `GET`. An empty
 * segment, and so a trailing slash, never matches.
 * @throws when built: two operations with the same method and shape, or a template that can never
 * match.
 */
export function routeMatcher<Id extends string>(operations: Record<Id, Route>) {
  const root = emptyNode<Id>();
  for (const [operationId, route] of Object.entries<Route>(operations))
    insert(root, operationId as Id, route);

  return function match(method: string, segments: readonly string[]): RouteMatch<Id> {
    const allow = new Set<string>();
    const end = walk(root, { verb: method === 'HEAD' ? 'GET' : method, segments, allow }, 0);
    if (end)
      return { kind: 'match', operationId: end.operationId, params: paramsOf(end.names, segments) };
    if (allow.size === 0) return { kind: 'none' };
    if (allow.has('GET')) allow.add('HEAD');
    return { kind: 'method', allow: [...allow].sort() };
  };
}
