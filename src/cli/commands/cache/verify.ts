import { BaseCommand } from '../../base-command.ts';
import { ownResultCache } from '../../result-cache.ts';

interface CacheVerdict {
  readonly folder: string;
  readonly results: number;
  readonly damaged: readonly { readonly file: string; readonly fault: string }[];
}

export default class CacheVerify extends BaseCommand {
  static override summary = 'Check every kept result against its digest';
  static override description =
    'A damaged one is never used: the call is made, and the result kept anew. Exits 1 when one is damaged.';
  static override examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<CacheVerdict> {
    await this.read(CacheVerify);
    const { folder, cache } = await ownResultCache();
    const files = await cache.files();
    const damaged: { file: string; fault: string }[] = [];
    for (const each of files) {
      const result = await cache.check(each);
      if ('fault' in result) damaged.push({ file: each.file, fault: result.fault });
    }
    return this.show({ folder, results: files.length, damaged }, render, damaged.length === 0 ? 0 : 1);
  }
}

const render = ({ folder, results, damaged }: CacheVerdict): string =>
  [
    ...damaged.map(({ file, fault }) => `${file}: ${fault}`),
    results === 0
      ? `no result is kept in ${folder}`
      : `${results - damaged.length} of ${results} results whole in ${folder}`,
    '',
  ].join('\n');
