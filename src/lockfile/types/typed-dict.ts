import { commentLines, stringLiteral } from './source-text.ts';

export interface TypedDictSource {
  readonly typeName: string;
  readonly text: string;
  readonly fields: readonly { readonly name: string; readonly type: string; readonly text: string }[];
}

// Python 3.11, `keyword.kwlist`. Soft keywords are lawful field names.
const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global
  if import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);
const USED_NAMES = new Set(
  'Generic Literal NotRequired Operation TypedDict TypeVar bool float int list object str'.split(' '),
);

/** The declaration of a TypedDict: a class where all its keys can be fields of one, else a call.
 * @param typeNames all types of the module, which no field may hide from a type checker */
export function typedDictText(source: TypedDictSource, typeNames: ReadonlySet<string>): string {
  const isField = (name: string): boolean =>
    /^(?!__)[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name) && !USED_NAMES.has(name) && !typeNames.has(name);
  return source.fields.every(({ name }) => isField(name)) ? classText(source) : callText(source);
}

function classText({ typeName, text, fields }: TypedDictSource): string {
  const doc = documented(text) ? [docstring(commentLines(text), INDENT)] : [];
  const members = fields.map((field) =>
    [
      `${INDENT}${field.name}: ${field.type}`,
      ...(documented(field.text) ? [docstring(commentLines(field.text), INDENT)] : []),
    ].join('\n'),
  );
  const gap = fields.some((field) => documented(field.text)) ? '\n\n' : '\n';
  const body = [...doc, ...(members.length === 0 ? [] : [members.join(gap)])].join('\n\n');
  return `class ${typeName}(TypedDict):\n${body === '' ? `${INDENT}pass` : body}\n`;
}

/** The functional form takes any key, but has no place for docstrings: they become comments. */
function callText({ typeName, text, fields }: TypedDictSource): string {
  const members = fields.map(
    ({ name, type, text: fieldText }) =>
      `${comment(fieldText, `${INDENT}${INDENT}`)}${INDENT}${INDENT}${quoted(name)}: ${type},\n`,
  );
  return `${comment(text, '')}${typeName} = TypedDict(\n${INDENT}"${typeName}",\n${INDENT}{\n${members.join('')}${INDENT}},\n)\n`;
}

const INDENT = '    ';

const documented = (text: string): boolean => text.trim() !== '';

const comment = (text: string, indent: string): string =>
  documented(text)
    ? commentLines(text)
        .map((line) => `${indent}#${line === '' ? '' : ` ${line}`}\n`)
        .join('')
    : '';

/** A docstring. The text is hostile: it may try to end the string, or to escape its end. */
export function docstring(lines: readonly string[], indent: string): string {
  const text = lines
    .join('\n')
    .replaceAll('\\', '\\\\')
    .replaceAll(/"(?="|$)/g, '\\"')
    .replaceAll('\n', `\n${indent}`)
    .replaceAll(/[ \t]+$/gm, '');
  return lines.length === 1 ? `${indent}"""${text}"""` : `${indent}"""${text}\n${indent}"""`;
}

export const quoted = (text: string): string =>
  stringLiteral(text, (codePoint) => `\\U${codePoint.padStart(8, '0')}`);
