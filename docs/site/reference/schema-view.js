import { escapeHtml } from '../html.js';
import { inlineProse } from '../markdown.js';

const maxDepth = 5;
const nameOf = ({ $ref }) => $ref?.split('/').at(-1);
const code = (value) =>
  `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;

/** A schema with its reference resolved and its parts merged. */
function flatten(schema, schemas) {
  const { $ref, allOf = [], ...own } = schema;
  const parts = [...($ref ? [schemas[nameOf(schema)]] : []), ...allOf].map((part) =>
    flatten(part, schemas),
  );
  return [...parts, own].reduce(
    (whole, part) => ({
      ...whole,
      ...part,
      ...((whole.properties || part.properties) && {
        properties: { ...whole.properties, ...part.properties },
      }),
      ...((whole.required || part.required) && {
        required: [...(whole.required ?? []), ...(part.required ?? [])],
      }),
    }),
    {},
  );
}

const isNull = ({ type }) => type === 'null';
const branchesOf = ({ anyOf, oneOf }) => (anyOf ?? oneOf ?? []).filter((one) => !isNull(one));
/** Whether the branches only restrict the object around them: `{ required: ['a'] }`. */
const areConditions = ({ properties }, branches) =>
  Boolean(properties) && branches.every((branch) => !branch.$ref && !branch.type);

/** A short name of the type of a schema. */
function typeOf(schema, schemas) {
  const flat = flatten(schema, schemas);
  const branches = branchesOf(flat);
  const nullable =
    [...(flat.anyOf ?? []), ...(flat.oneOf ?? [])].some(isNull) ||
    [flat.type].flat().includes('null');
  const name = () => {
    if ('const' in flat) return typeof flat.const;
    if (branches.length > 0 && !areConditions(flat, branches))
      return [...new Set(branches.map((one) => typeOf(one, schemas)))].join(' or ');
    const [type] = [flat.type ?? (flat.enum ? 'string' : 'any')]
      .flat()
      .filter((one) => one !== 'null');
    if (type === 'array') return `array of ${typeOf(flat.items ?? {}, schemas)}`;
    if (type === 'object' && !flat.properties && typeof flat.additionalProperties === 'object')
      return `map of ${typeOf(flat.additionalProperties, schemas)}`;
    const word = type === 'any' ? 'any JSON value' : type;
    return flat.format ? `${word} (${flat.format})` : word;
  };
  const text = name();
  return nullable && !text.endsWith('or null') ? `${text} or null` : text;
}

const plurals = { character: 'characters', entry: 'entries', property: 'properties' };
const many = (amount, noun) => `${amount} ${amount === 1 ? noun : plurals[noun]}`;

function count(least, most, noun) {
  if (least !== undefined && least === most) return `Exactly ${many(least, noun)}.`;
  if (least && most !== undefined) return `${least} to ${many(most, noun)}.`;
  if (most !== undefined) return `At most ${many(most, noun)}.`;
  return least ? `At least ${many(least, noun)}.` : '';
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) {
  const isBound = (value) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const least = isBound(minimum) ? minimum : undefined;
  const most = isBound(maximum) ? maximum : undefined;
  return [
    least !== undefined && most !== undefined ? `From ${least} to ${most}.` : '',
    least !== undefined && most === undefined ? `At least ${least}.` : '',
    least === undefined && most !== undefined ? `At most ${most}.` : '',
    exclusiveMinimum === undefined ? '' : `More than ${exclusiveMinimum}.`,
    exclusiveMaximum === undefined ? '' : `Less than ${exclusiveMaximum}.`,
  ];
}

/** The pattern of parameters that only excludes control characters. */
const isPlainText = (pattern) => pattern.includes('\\u0000-\\u001f');

/** What a value must be, in sentences. */
function limitsOf(schema, schemas) {
  const flat = flatten(schema, schemas);
  const inner = flat.type === 'array' && flat.items ? flatten(flat.items, schemas) : undefined;
  const [only] = branchesOf(flat).length === 1 ? branchesOf(flat) : [];
  const values = flat.enum ?? ('const' in flat ? [flat.const] : undefined);
  const own = [
    values ? `${values.length > 1 ? 'One of' : 'Always'} ${values.map(code).join(', ')}.` : '',
    count(flat.minLength, flat.maxLength, 'character'),
    ...rangeOf(flat),
    count(flat.minItems, flat.maxItems, 'entry'),
    count(flat.minProperties, flat.maxProperties, 'property'),
    flat.pattern && !isPlainText(flat.pattern) && !flat.format
      ? `Matches ${code(flat.pattern)}.`
      : '',
    flat.default === undefined ? '' : `Default: ${code(flat.default)}.`,
  ];
  return [
    ...own,
    ...(only ? limitsOf(only, schemas) : []),
    ...(inner
      ? limitsOf(inner, schemas).map((text) => `Each: ${text[0].toLowerCase()}${text.slice(1)}`)
      : []),
  ].filter(Boolean);
}

const sentence = (text) => (/[.!?:)]$/.test(text.trim()) ? text : `${text}.`);
const labelOf = (branch, schemas, position) => {
  const { title, properties = {} } = flatten(branch, schemas);
  const kind = Object.entries(properties).find(([, one]) => 'const' in one);
  if (kind) return `${kind[0]}: ${kind[1].const}`;
  return title ?? nameOf(branch) ?? `Alternative ${position + 1}`;
};

/** What is inside a value: lists of properties, each with what it belongs to. */
function insidesOf(schema, schemas) {
  const flat = flatten(schema, schemas);
  const branches = branchesOf(flat);
  const own = flat.properties ? [{ label: '', schema: flat }] : [];
  if (branches.length > 0 && !areConditions(flat, branches)) {
    const inner = branches.flatMap((branch, position) =>
      insidesOf(branch, schemas).map((inside) => ({
        ...inside,
        label: branches.length > 1 ? labelOf(branch, schemas, position) : inside.label,
      })),
    );
    return [...own, ...inner];
  }
  if (flat.items) return insidesOf(flat.items, schemas);
  if (own.length === 0 && typeof flat.additionalProperties === 'object')
    return insidesOf(flat.additionalProperties, schemas);
  return own;
}

function conditionsOf(flat) {
  const branches = branchesOf(flat);
  if (branches.length < 2 || !areConditions(flat, branches)) return '';
  const sets = branches.map(({ required = [] }) => required);
  if (sets.some((set) => set.length === 0)) return '';
  const words = sets.map((set) => set.map(code).join(' and ')).join(' or ');
  return `<p class="limits">Requires ${words}.</p>`;
}

/** One row of a list of properties. */
export function propertyView({ name, schema, isRequired, description, note }, schemas, depth = 0) {
  const flat = flatten(schema, schemas);
  const text = description ?? schema.description ?? flat.description;
  const limits = limitsOf(schema, schemas);
  return `<li class="property"><p class="property-head"><code class="property-name">${escapeHtml(name)}</code> <span class="property-type">${escapeHtml(typeOf(schema, schemas))}</span>${isRequired ? ' <span class="required">required</span>' : ''}${note ? ` <span class="note">${escapeHtml(note)}</span>` : ''}${flat.deprecated ? ' <span class="note">deprecated</span>' : ''}</p>${text ? `<p>${inlineProse(sentence(text))}</p>` : ''}${limits.length > 0 ? `<p class="limits">${limits.join(' ')}</p>` : ''}${childrenView(name, schema, schemas, depth)}</li>`;
}

function childrenView(name, schema, schemas, depth) {
  const insides = depth < maxDepth ? insidesOf(schema, schemas) : [];
  return insides
    .map(({ label, schema: inside }) => {
      const list = propertiesView(inside, schemas, depth + 1);
      if (!list) return '';
      const of = label || name;
      return `<details class="children"><summary>Properties of <code>${escapeHtml(of)}</code></summary>${list}</details>`;
    })
    .join('');
}

/** The properties of an object, nested ones below theirs. */
export function propertiesView(schema, schemas, depth = 0) {
  const flat = flatten(schema, schemas);
  const { properties = {}, required = [] } = flat;
  const rows = Object.entries(properties).map(([name, member]) =>
    propertyView({ name, schema: member, isRequired: required.includes(name) }, schemas, depth),
  );
  return rows.length > 0 ? `${conditionsOf(flat)}<ul class="properties">${rows.join('')}</ul>` : '';
}

/** A body or response: its properties, or its type if it has none. */
export function valueView(schema, schemas) {
  const insides = insidesOf(schema, schemas);
  if (insides.length === 0) return `<p class="limits">${escapeHtml(typeOf(schema, schemas))}</p>`;
  return insides
    .map(
      ({ label, schema: inside }) =>
        `${label ? `<h4>${escapeHtml(label)}</h4>` : ''}${propertiesView(inside, schemas)}`,
    )
    .join('');
}
