import path from 'node:path';
import { Args, Flags } from '@oclif/core';
import { ToolbaseError } from '../../kernel/index.ts';
import { atomicWrite } from '../../kernel/io/index.ts';
import { typesOf } from '../../lockfile/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { BaseCommand } from '../base-command.ts';

const LANGUAGES = ['typescript', 'python'] as const;
type Language = (typeof LANGUAGES)[number];

type TypesReport = {
  lockFile: string;
  interfaceDigest: string;
  language: Language;
  /** Absent when the text goes to standard output. */
  file?: string;
  outcome: 'printed' | 'written' | 'unchanged';
  text: string;
};

export default class Types extends BaseCommand {
  static override summary = 'Write the types of the locked operations, for TypeScript or Python';
  static override description =
    'One type for each input and served output, and Operations, the map of all by exposed name. Equal locks give equal files. Python needs 3.11 and nothing else.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> mine.lock --output src/operations.ts',
    '<%= config.bin %> <%= command.id %> mine.lock --language python',
  ];
  static override args = {
    lock: Args.string({ required: true, ignoreStdin: true, description: 'the lockfile' }),
  };
  static override flags = {
    language: Flags.option({ options: LANGUAGES, description: 'default: what the name of the file says' })(),
    output: Flags.string({
      char: 'o',
      helpValue: '<file>',
      description: 'file to write; default: standard output',
    }),
  };

  async run(): Promise<TypesReport> {
    const { args, flags } = await this.read(Types);
    const language = flags.language ?? languageOf(flags.output);
    const lock = await readLock(args.lock);
    const text = typesOf(lock, language);
    const common = { lockFile: args.lock, interfaceDigest: lock.interfaceDigest, language, text };
    if (flags.output === undefined) return this.show<TypesReport>({ ...common, outcome: 'printed' }, render);
    const outcome = (await atomicWrite(flags.output, text)) ? 'written' : 'unchanged';
    return this.show<TypesReport>({ ...common, file: flags.output, outcome }, render);
  }
}

function languageOf(file: string | undefined): Language {
  const extension = path.extname(file ?? '');
  if (/^\.[cm]?ts$/.test(extension)) return 'typescript';
  if (extension === '.py' || extension === '.pyi') return 'python';
  throw new ToolbaseError('USAGE', 'the language of the types is not known', {
    hint: 'Add --language typescript or --language python, or give --output a name ending in .ts or .py.',
  });
}

const render = ({ file, outcome, text, language }: TypesReport): string =>
  file === undefined ? text : `${file} ${outcome} (${language})\n`;
