#!/usr/bin/env node
// `serve` goes to its own bundle before anything of the command line is loaded: an agent waits for its first answer.
// So do the commands of one word, to another, and `install`, which runs before each session, to one of its own: fewer
// files, since it shares none.
const QUICK =
  'add approve call deprecate diff doctor explain export grade import init install lint list lock login logout outdated pack publish remove run search types unpublish update verify view whoami'.split(
    ' ',
  );
const [command, ...rest] = process.argv.slice(2);

if (process.platform === 'win32') {
  process.stderr.write('toolbase: PLATFORM: toolbase runs on Linux and macOS. On Windows use WSL.\n');
  process.exit(3);
}

const asksForHelp = rest.some((word) => word === '--help' || word === '-h');
if (command === 'serve' && !asksForHelp) {
  const isChecked = rest.some((word) => word === '--frozen' || /\.(?:tgz|tar\.gz)$/.test(word));
  await import(isChecked ? '../dist/serve-archive.js' : '../dist/serve.js');
} else if (QUICK.includes(command) && !asksForHelp) {
  const { quickMain } = await import(
    command === 'install' ? '../dist/quick/install.js' : '../dist/quick/start.js'
  );
  await quickMain(command, rest, import.meta.url);
} else {
  const { main } = await import('../dist/cli/main.js');
  await main(process.argv.slice(2), import.meta.url);
}
