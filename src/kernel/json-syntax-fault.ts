import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** Where a text that `JSON.parse` refuses goes wrong, and in what way: the words of Node differ between its versions and
 * quote the text, lines and all. */
export function jsonSyntaxFault(text: string): { line: number; column: number; what: string } {
  let fault: { line: number; column: number; what: string } | undefined;
  visit(
    text,
    {
      onError: (code, _offset, _length, line, column) => {
        fault ??= { line: line + 1, column: column + 1, what: wordsOf(code) };
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  return fault ?? { line: 1, column: 1, what: 'it is no JSON value' };
}

const WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word that is no JSON: texts stand in double quotes',
  InvalidNumberFormat: 'a number that is no JSON',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a } is missing',
  CloseBracketExpected: 'a ] is missing',
  EndOfFileExpected: 'something follows the end of the value',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'a text does not end on its line',
  UnexpectedEndOfNumber: 'a number does not end',
  InvalidUnicode: 'an escape that is no JSON',
  InvalidEscapeCharacter: 'an escape that is no JSON',
  InvalidCharacter: 'a control character in a text',
};

const wordsOf = (code: ParseErrorCode): string => {
  const name = printParseErrorCode(code);
  return WORDS[name] ?? name;
};
