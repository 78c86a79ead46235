import type { Lock } from '../lock.ts';
import { pythonTypes } from './python.ts';
import { typescriptTypes } from './typescript.ts';

export type TypesLanguage = 'typescript' | 'python';

/** Source text with the types of every locked operation, UTF-8 with LF. Equal locks give equal bytes. Descriptions
 * stay inside comments and docstrings whatever they hold. */
export function typesOf(lock: Lock, language: TypesLanguage): string {
  switch (language) {
    case 'typescript':
      return typescriptTypes(lock);
    case 'python':
      return pythonTypes(lock);
  }
}
