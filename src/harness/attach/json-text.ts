import {
  applyEdits,
  type FormattingOptions,
  modify,
  type ParseError,
  parse,
  printParseErrorCode,
} from 'jsonc-parser';
import type { TextEditor } from './text-editor.ts';

/** JSON as agent programs keep it: comments and trailing commas are allowed. A file of no bytes is an empty object. */
export const jsonText: TextEditor = {
  read(text) {
    if (isBlank(text)) return {};
    const errors: ParseError[] = [];
    const value: unknown = parse(withoutMark(text), errors, {
      allowTrailingComma: true,
      disallowComments: false,
    });
    const [fault] = errors;
    if (fault !== undefined)
      throw new Error(`${printParseErrorCode(fault.error)} in line ${lineOf(text, fault.offset)}`);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Error('it is not a JSON object');
    return { ...value };
  },
  insert: (text, keys, value) =>
    isBlank(text)
      ? `${edited('{}', keys, value, { insertSpaces: true, tabSize: 2, eol: '\n' })}\n`
      : edited(text, keys, value, formatOf(text)),
  remove: (text, keys) => edited(text, keys, undefined, formatOf(text)),
};

function edited(
  text: string,
  keys: readonly string[],
  value: unknown,
  formattingOptions: FormattingOptions,
): string {
  const body = withoutMark(text);
  const mark = text.slice(0, text.length - body.length);
  return mark + applyEdits(body, modify(body, [...keys], value, { formattingOptions }));
}

/** The file's own line ends and indentation. */
function formatOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

const BYTE_ORDER_MARK = '\uFEFF';
const withoutMark = (text: string): string => (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
const isBlank = (text: string): boolean => withoutMark(text).trim() === '';
const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
