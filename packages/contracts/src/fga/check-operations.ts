import { z } from 'zod';
import { allOf, anyOf, operations } from '../operation.ts';
import { bodyBounds } from './body-bounds.ts';
import {
  AuthzenEvaluationRequest,
  AuthzenEvaluationResponse,
  AuthzenEvaluationsRequest,
  AuthzenEvaluationsResponse,
  BatchCheckRequest,
  BatchCheckResponse,
  CheckRequest,
  CheckResponse,
  ExpandRequest,
  ExpandResponse,
  ListObjectsRequest,
  ListObjectsResponse,
  ListSubjectsRequest,
  ListSubjectsResponse,
} from './check.ts';

const read = allOf('tenant:fga.read');
const decide = anyOf('tenant:fga.check', 'tenant:fga.read');
const path = '/api/v1/fga';
const limits = { ...bodyBounds, noEtag: true, mode: 'query' } as const;
const errors = ['no_active_model', 'limit_exceeded'] as const;

/** Decisions and listings over the relation tuples. They only read: an `Idempotency-Key` is ignored. */
export const fgaCheckOperations = operations({
  fgaCheck: {
    method: 'post',
    path: `${path}/check`,
    scopes: decide,
    summary: 'Checks whether subjects have relations to objects, up to 50 at once',
    body: z.union([BatchCheckRequest, CheckRequest]),
    response: z.union([BatchCheckResponse, CheckResponse]),
    errors,
    ...limits,
    description:
      'What cannot be decided within the limits is an error, never `allowed: false`. With `checks`, each answer stands alone.',
  },
  fgaExpand: {
    method: 'post',
    path: `${path}/expand`,
    scopes: read,
    summary: 'Expands one level of a relation',
    body: ExpandRequest,
    response: ExpandResponse,
    errors,
    ...limits,
    description:
      'A node says what it is made of and does not follow it; what is too long to name whole is `truncated`.',
  },
  fgaListObjects: {
    method: 'post',
    path: `${path}/list-objects`,
    scopes: decide,
    summary: 'Lists the objects to which a subject has a relation',
    body: ListObjectsRequest,
    response: ListObjectsResponse,
    errors,
    ...limits,
    description: 'Never silently short: `truncated` is false only if the search was exhausted.',
  },
  fgaListSubjects: {
    method: 'post',
    path: `${path}/list-subjects`,
    scopes: read,
    summary: 'Lists the subjects that have a relation to an object',
    body: ListSubjectsRequest,
    response: ListSubjectsResponse,
    errors,
    ...limits,
    description:
      'Never silently short: `truncated` is false only if the search was exhausted. `type:*` in an answer stands for every subject of the type.',
  },
  fgaAuthzenEvaluation: {
    method: 'post',
    path: `${path}/access/v1/evaluation`,
    scopes: decide,
    summary: 'Evaluates one access request (OpenID AuthZEN 1.0)',
    body: AuthzenEvaluationRequest,
    response: AuthzenEvaluationResponse,
    errors,
    ...limits,
    description:
      "`subject`, `action.name` and `resource` stand for a tuple's subject, relation and object; conditions see `context`, and `properties` as `subject_…`, `resource_…` and `action_…`. What cannot be decided is 422.",
  },
  fgaAuthzenEvaluations: {
    method: 'post',
    path: `${path}/access/v1/evaluations`,
    scopes: decide,
    summary: 'Evaluates several access requests (OpenID AuthZEN 1.0)',
    body: AuthzenEvaluationsRequest,
    response: AuthzenEvaluationsResponse,
    errors,
    ...limits,
    description:
      'Each as `evaluation` would answer it; what cannot be decided is `decision: false` with `context.error`. `options.evaluations_semantic` may stop at the first that denies or permits.',
  },
});
