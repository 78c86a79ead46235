import { Flags } from '@oclif/core';
import { saveRegistryToken } from '../../machine/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { serverFlag } from '../flags.ts';
import { newToken } from '../new-token.ts';
import { ownPaths } from '../registries.ts';
import { openOneServer } from '../servers.ts';

/** `user` is absent where the registry does not say who asks. */
type LoginReport = { registry: string; user?: string; settingsFile: string };

export default class Login extends BaseCommand {
  static override summary = 'Store a token for a server';
  static override description =
    'Asks for user name and password on a terminal, and has the server make a token. The token goes into your own settings file, which only you may then read. In scripts, give a token by --token-stdin, or the name of the variable that will hold it by --token-env; no password or token is ever an argument.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> --registry lab',
    {
      description: 'With a token that the server made elsewhere',
      command: '<%= config.bin %> <%= command.id %> --registry lab --token-stdin < token.txt',
    },
    {
      description: 'Store only where the token will be',
      command: '<%= config.bin %> <%= command.id %> --registry lab --token-env LAB_TOKEN',
    },
  ];
  static override flags = {
    registry: serverFlag,
    user: Flags.string({ helpValue: '<name>', description: 'user name; asked for when it is not given' }),
    register: Flags.boolean({
      default: false,
      description: 'make a new account, where the server lets anybody',
    }),
    'password-stdin': Flags.boolean({
      default: false,
      description: 'read the password from standard input; with --user',
    }),
    'token-stdin': Flags.boolean({
      default: false,
      exclusive: ['user', 'register', 'password-stdin'],
      description: 'read a token from standard input',
    }),
    'token-env': Flags.string({
      helpValue: '<variable>',
      exclusive: ['user', 'register', 'password-stdin', 'token-stdin'],
      description: 'store the name of this environment variable in place of a token',
    }),
  };

  async run(): Promise<LoginReport> {
    const { flags } = await this.read(Login);
    const server = await openOneServer(flags.registry);
    const { stored, user } = await newToken(server, {
      registry: flags.registry,
      user: flags.user,
      register: flags.register,
      passwordStdin: flags['password-stdin'],
      tokenStdin: flags['token-stdin'],
      tokenEnv: flags['token-env'],
    });
    const { settingsFile } = ownPaths();
    await saveRegistryToken(settingsFile, server.tokenOwner, stored);
    const report = { registry: server.name, ...(user === undefined ? {} : { user }), settingsFile };
    return this.show(report, render);
  }
}

const render = ({ registry, user, settingsFile }: LoginReport): string =>
  [
    user === undefined
      ? `stored the token for the registry ${registry}, which does not say whose it is`
      : `logged in to the registry ${registry} as ${user}`,
    `in ${settingsFile}`,
    '',
  ].join('\n');
