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
import { ExplainRequest, ExplainResponse } from './explanation.ts';

const read = allOf('tenant:fga.read');
const decide = anyOf('tenant:fga.check', 'tenant:fga.read');
const path = '/api/v1/fga';
const limits = { ...bodyBounds, noEtag: true, mode: 'query' } as const;
const errors = ['no_active_model', 'limit_exceeded'] as const;

/**
 * Decisions and listings over relation tuples. They are read-only, so an `Idempotency-Key` is
 * ignored.
 */
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
      'A check that cannot be decided within the limits returns an error, never `allowed: false`. With `checks`, each result is independent of the others.',
  },
  fgaCheckExplain: {
    method: 'post',
    path: `${path}/check:explain`,
    scopes: read,
    summary: 'Explains the result of a check',
    body: ExplainRequest,
    response: ExplainResponse,
    errors,
    ...limits,
    description:
      'Returns the path that allows the subject, or everything that failed and the smallest tuple that would allow it. It bypasses the caches.',
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
      'Each node lists its direct children. Lists that are too long are marked as `truncated`.',
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
    description: '`truncated` is false only if the result is complete.',
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
      '`truncated` is false only if the result is complete. `type:*` in the response stands for every subject of the type.',
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
      "`subject`, `action.name` and `resource` stand for a tuple's subject, relation and object; conditions receive `context`, and `properties` as `subject_…`, `resource_…` and `action_…`. A request that cannot be decided returns 422.",
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
      'Evaluates each request as `evaluation` does. A request that cannot be decided has `decision: false` and `context.error`. `options.evaluations_semantic` can stop at the first denial or permit.',
  },
});
