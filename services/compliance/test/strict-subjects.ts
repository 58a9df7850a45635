// Subject identifiers by RFC 9493 and SSF 1.0 §3, for the strict receiver.

const complain = (complaint: string): never => {
  throw new Error(complaint);
};

/** The members of each simple format, with their patterns. */
const formats: Record<string, Record<string, RegExp>> = {
  account: { uri: /^acct:.+@.+$/ },
  email: { email: /^[^\s@]+@[^\s@]+$/ },
  iss_sub: { iss: /^https?:\/\/.+/, sub: /^.+$/ },
  opaque: { id: /^.+$/ },
  phone_number: { phone_number: /^\+[1-9][0-9]{1,14}$/ },
};

/** SSF 1.0 §3.3: the parts of a complex subject. */
const parts = ['user', 'device', 'session', 'application', 'tenant', 'org_unit', 'group'];

function checkSimple({ format, ...members }: Record<string, unknown>): void {
  const expected = formats[String(format)] ?? complain(`the subject format ${format}`);
  if (Object.keys(members).sort().join() !== Object.keys(expected).sort().join())
    complain(`${format} with the members ${Object.keys(members).join(', ')}`);
  for (const [name, form] of Object.entries(expected))
    if (typeof members[name] !== 'string' || !form.test(members[name] as string))
      complain(`${format} with ${name} ${JSON.stringify(members[name])}`);
}

/** @throws unless this is a valid subject identifier */
export function checkSubject(subject: unknown): void {
  if (typeof subject !== 'object' || subject === null) complain('a token without sub_id');
  const { format, ...members } = subject as Record<string, Record<string, unknown>>;
  if (String(format) !== 'complex') return checkSimple(subject as Record<string, unknown>);
  const named = Object.entries(members);
  if (named.length === 0) complain('a complex subject without parts');
  for (const [name, part] of named) {
    if (!parts.includes(name)) complain(`a complex subject with the part ${name}`);
    checkSimple(part);
  }
}
