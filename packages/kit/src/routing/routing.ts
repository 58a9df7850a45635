export { requestLine } from './request-line.ts';
export type { RequestHead, RequestLine } from './request-line.ts';
export { routeMatcher } from './route-matcher.ts';
export type { Route, RouteMatch } from './route-matcher.ts';
