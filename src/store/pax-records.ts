import { ToolbaseError } from '../kernel/index.ts';

/** Times and owners change nothing that is kept; `path` is compared with the header's own. Everything else (sizes,
 * links, sparse maps) would make two readers see two archives. */
const ALLOWED = new Set(['path', 'mtime', 'atime', 'ctime', 'uid', 'gid', 'uname', 'gname']);

/** The `path` of a pax extended header (POSIX.1-2017, pax, "Extended Header"), or undefined when it names none.
 * @throws ToolbaseError BAD_ARCHIVE on a malformed, repeated or meaning-changing record */
export function paxPath(body: Buffer, label: string): string | undefined {
  const refuse = (why: string): never => {
    throw new ToolbaseError('BAD_ARCHIVE', `${label}: a pax header ${why}`);
  };
  const values = new Map<string, string>();
  for (let at = 0; at < body.length; ) {
    const [head = '', digits = ''] = /^([1-9]\d{0,7}) /.exec(body.toString('latin1', at, at + 9)) ?? [];
    const end = at + Number(digits);
    const equals = body.indexOf('=', at + head.length);
    if (head === '' || end > body.length || equals < 0 || equals >= end || body[end - 1] !== 0x0a)
      return refuse('is malformed');
    const key = body.toString('utf8', at + head.length, equals);
    if (!ALLOWED.has(key)) return refuse(`sets ${JSON.stringify(key)}, which is not allowed`);
    if (values.has(key)) return refuse(`sets ${JSON.stringify(key)} twice`);
    values.set(key, body.toString('utf8', equals + 1, end - 1));
    at = end;
  }
  return values.get('path');
}
