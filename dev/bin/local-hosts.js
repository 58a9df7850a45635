// Node.js programs find names below `localhost` on this machine (RFC 6761 §6.3), which not every system resolves:
// NODE_OPTIONS="--import=$PWD/dev/bin/local-hosts.js"
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const { lookup } = dns;
dns.lookup = (name, ...rest) =>
  lookup(String(name).endsWith('.localhost') ? 'localhost' : name, ...rest);
syncBuiltinESMExports();
