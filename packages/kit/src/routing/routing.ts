export { maxHeaderFields, maxQueryBytes, requestLine } from './request-line.ts';
export type { RequestHead, RequestLine } from './request-line.ts';
export { parseQuery } from './query.ts';
export { routeMatcher } from './route-matcher.ts';
export type { Route, RouteMatch } from './route-matcher.ts';
