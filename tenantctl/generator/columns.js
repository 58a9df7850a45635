// Which properties of a list are columns, when nothing else is asked for.
const most = 7;

/** Properties that say what an entry is, then those that say in which state it is. */
const telling = [
  'id',
  'clientId',
  'key',
  'type',
  'domain',
  'provider',
  'family',
  'entitled',
  'name',
  'displayName',
  'email',
  'username',
  'slug',
  'kind',
  'userId',
  'organizationId',
  'user.id',
  'user.email',
  'organizationName',
  'role',
  'roles',
  'principal.id',
  'principal.type',
  'scope',
  'scopes',
  'action',
  'cidr',
  'url',
  'stage',
  'purposeKey',
  'version',
  'eventType',
  'user',
  'relation',
  'object',
  'subject',
  'subject.id',
  'status',
  'state',
  'enabled',
  'severity',
  'reason',
  'description',
];
const times = ['lastLoginAt', 'occurredAt', 'expiresAt', 'completedAt', 'createdAt', 'updatedAt'];

/** Columns of lists whose best properties are not among those. */
const chosen = {
  eventsList: ['occurredAt', 'type', 'subject.id', 'actor.type', 'actor.id', 'id'],
  eventTypesList: ['type', 'severity', 'emittedBy', 'description'],
  applicationList: ['clientId', 'name', 'type', 'enabled', 'createdAt'],
  userDirectoryList: ['id', 'email', 'displayName', 'status', 'lastLoginAt', 'createdAt'],
  webhookEndpointDeliveries: [
    'id',
    'eventType',
    'status',
    'attemptCount',
    'lastAttempt.responseStatus',
    'createdAt',
  ],
  migrationSourceListImportErrors: ['row', 'sourceId', 'code', 'pointer', 'detail'],
  attributeSchemaList: ['id', 'entityKind', 'key', 'type', 'required', 'displayName'],
};

export function columnReader({ formOf }) {
  const leavesOf = ({ properties = {} }, prefix = '') =>
    Object.entries(properties).flatMap(([name, schema]) => {
      const form = formOf(schema).schema;
      if (form.properties && prefix === '') return leavesOf(form, `${name}.`);
      const isShort =
        form.type !== 'object' &&
        !(form.type === 'array' && formOf(form.items ?? {}).schema.type === 'object');
      return isShort && form.type !== undefined ? [`${prefix}${name}`] : [];
    });

  return function columnsOf(operationId, entry) {
    if (chosen[operationId]) return chosen[operationId];
    const leaves = leavesOf(entry);
    const own = telling.filter((name) => leaves.includes(name));
    const when = times.filter((name) => leaves.includes(name)).slice(0, 2);
    const picked = [...own.slice(0, most - when.length), ...when];
    return picked.length > 1 ? picked : [...new Set([...picked, ...leaves])].slice(0, most);
  };
}
