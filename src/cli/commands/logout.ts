import { saveRegistryToken } from '../../machine/io/index.ts';
import type { Logout as Ended } from '../../registry/index.ts';
import { BaseCommand } from '../base-command.ts';
import { serverFlag } from '../flags.ts';
import { ownPaths } from '../registries.ts';
import { openOneServer } from '../servers.ts';

/** `removed`: a token was taken out of the settings. */
type LogoutReport = { registry: string; token: Ended; removed: boolean; settingsFile: string };

export default class Logout extends BaseCommand {
  static override summary = 'End a token and forget it';
  static override description =
    'Asks the server to end the token, then takes it out of your own settings file. What ~/.npmrc holds stays there.';
  static override examples = ['<%= config.bin %> <%= command.id %> --registry lab'];
  static override flags = { registry: serverFlag };

  async run(): Promise<LogoutReport> {
    const { flags } = await this.read(Logout);
    const server = await openOneServer(flags.registry);
    const token = await server.logout();
    const { settingsFile } = ownPaths();
    const removed = await saveRegistryToken(settingsFile, server.tokenOwner, undefined);
    return this.show({ registry: server.name, token, removed, settingsFile }, render);
  }
}

const ENDED = {
  ended: 'ended the token',
  kept: 'goes on accepting the token: it stays a secret, so do not leave it anywhere',
  'no-token': 'was not asked: there is no token for it',
} as const;

const render = ({ registry, token, removed, settingsFile }: LogoutReport): string =>
  [
    `the registry ${registry} ${ENDED[token]}`,
    ...(removed
      ? [`taken out of ${settingsFile}`]
      : token === 'no-token'
        ? []
        : [`the token is not in ${settingsFile}: take it out of ~/.npmrc, or wherever it is`]),
    '',
  ].join('\n');
