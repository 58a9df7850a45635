// The types of what the API receives and returns, from its OpenAPI document.
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { HookCommand, catalogue } from '@platform/contracts';
import { z } from 'zod';
import { placeOf, typeNameOf } from './names.js';

const isFlag = ({ enum: values }) => values?.join() === 'true,false';

/** Options are values: a flag is a boolean, whatever its form in a query. */
function optionSchema({ schema, description }) {
  const { default: value, ...rest } = schema;
  const typed = isFlag(schema) ? { type: 'boolean' } : rest;
  const byDefault = value === undefined ? [] : [`Default: ${value}.`];
  const lines = [description, ...byDefault].filter(Boolean);
  return { ...typed, ...(lines.length > 0 && { description: lines.join(' ') }) };
}

function querySchema(parameters) {
  return {
    type: 'object',
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(parameters.map((one) => [one.name, optionSchema(one)])),
  };
}

/** Gives every query, body and response a name, so that all types are components. */
export function nameSchemas(document) {
  const schemas = { ...document.components.schemas };
  delete schemas.Problem;
  const types = new Map();
  const nameOf = (schema, fallback) => {
    if (schema.$ref) return schema.$ref.split('/').at(-1);
    schemas[fallback] = schema;
    return fallback;
  };
  for (const { operationId, operation } of catalogue) {
    const described = document.paths[operation.path][operation.method];
    const prefix = typeNameOf(placeOf(operationId).name);
    const query = (described.parameters ?? []).filter((one) => one.in === 'query');
    const body = described.requestBody?.content['application/json']?.schema;
    const success = described.responses[operation.status ?? 200];
    const response = success.content?.['application/json']?.schema;
    types.set(operationId, {
      query: query.length > 0 ? nameOf(querySchema(query), `${prefix}Query`) : undefined,
      requiresQuery: query.some(({ required }) => required),
      body: body && nameOf(body, `${prefix}Body`),
      response: response && !operation.answers ? nameOf(response, `${prefix}Response`) : undefined,
    });
  }
  schemas.HookCommand = z.toJSONSchema(HookCommand, { io: 'input', unrepresentable: 'any' });
  schemas.EventDataByType = {
    type: 'object',
    description: 'The data of each event, by its type.',
    required: Object.keys(document.webhooks),
    properties: Object.fromEntries(
      Object.entries(document.webhooks).map(([type, { post }]) => [
        type,
        post.requestBody.content['application/json'].schema.allOf[1].properties.data,
      ]),
    ),
  };
  return { schemas, types };
}

const schemaReference = /components\["schemas"\]\["(\w+)"\]/g;

/** A type of its own for a member of `components.schemas`, with its documentation. */
function aliasOf(member) {
  const { factory } = ts;
  const modifiers = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const alias = factory.createTypeAliasDeclaration(
    modifiers,
    member.name.text ?? member.name.escapedText,
    undefined,
    member.type,
  );
  return ts.setSyntheticLeadingComments(alias, ts.getSyntheticLeadingComments(member));
}

/** The module of all types, each under its own name. */
export async function schemaTypes(schemas) {
  const nodes = await openapiTS(
    { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } },
    { defaultNonNullable: false, silent: true },
  );
  const components = nodes.find((node) => node.name?.text === 'components');
  const members = components.members.find(({ name }) => name.text === 'schemas').type.members;
  return astToString(members.map(aliasOf)).replaceAll(schemaReference, '$1');
}
