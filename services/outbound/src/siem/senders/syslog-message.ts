import type { SinkEntry } from './sender.ts';

/** RFC 5424 §6.1 guarantees less; TLS receivers should accept this much (RFC 5425 §4.3.1). */
const maxMessageBytes = 8192;

const severities = { low: 6, medium: 5, high: 4 };

/** The source of messages. */
export interface SyslogSource {
  facility: number;
  hostname: string;
  appName: string;
  enterpriseId: number;
}

/** PARAM-VALUE (§6.3.3). */
const parameter = (text: string): string =>
  text.replace(/["\\\]]/g, '\\$&').replace(/[\r\n]+/g, ' ');

/** Truncates a text between characters. */
function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  // Not within a character: 10xxxxxx continues one.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
}

/** Returns a message of RFC 5424. MSGID is the type of the event; the structured data identifies the event. */
export function syslogMessage(
  { facility, hostname, appName, enterpriseId }: SyslogSource,
  { text, short, type, id, occurredAt, severity }: SinkEntry,
): Buffer {
  const priority = facility * 8 + severities[severity];
  const data = `[event@${enterpriseId} id="${parameter(id)}" type="${parameter(type)}"]`;
  const head = `<${priority}>1 ${occurredAt} ${hostname} ${appName} - ${type.slice(0, 32)} ${data} `;
  const room = maxMessageBytes - Buffer.byteLength(head);
  const whole = Buffer.byteLength(text) <= room ? text : short();
  return Buffer.from(head + cut(whole.replace(/[\r\n]+/g, ' '), room));
}

/** Octet counting (RFC 5425 §4.3). */
export const octetCounted = (message: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${message.length} `), message]);
