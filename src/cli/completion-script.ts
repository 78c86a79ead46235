/** A command as completion sees it. */
export type CompletedCommand = {
  /** Words, as `settings get`. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly flags: readonly { readonly name: string; readonly char?: string; readonly summary: string }[];
};

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The completion script of a shell: static text, so that completing a word starts no program.
 * @param program name of the program */
export function completionScript(
  shell: Shell,
  program: string,
  commands: readonly CompletedCommand[],
): string {
  switch (shell) {
    case 'bash':
      return bashScript(program, commands);
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(program, commands)}`;
    case 'fish':
      return fishScript(program, commands);
  }
}

/** For each sequence of command words, those that may follow. */
function followers(commands: readonly CompletedCommand[]): Map<string, Set<string>> {
  const next = new Map<string, Set<string>>();
  for (const { words } of commands)
    words.forEach((word, at) => {
      const before = words.slice(0, at).join(' ');
      next.set(before, (next.get(before) ?? new Set()).add(word));
    });
  return next;
}

const options = ({ flags }: CompletedCommand): string[] =>
  flags.flatMap(({ name, char }) => [`--${name}`, ...(char === undefined ? [] : [`-${char}`])]);

function bashScript(program: string, commands: readonly CompletedCommand[]): string {
  const name = `_${program.replace(/[^A-Za-z0-9]/g, '_')}`;
  const arm = (key: string, words: Iterable<string>) => `    '${key}') echo '${[...words].join(' ')}' ;;`;
  return `# completion of ${program}
${name}_words() {
  case "$1" in
${[...followers(commands)].map(([key, words]) => arm(key, words)).join('\n')}
  esac
}
${name}_flags() {
  case "$1" in
${commands.map((command) => arm(command.words.join(' '), options(command))).join('\n')}
  esac
}
${name}() {
  local at=1 path='' word=\${COMP_WORDS[COMP_CWORD]} choices
  while [ "$at" -lt "$COMP_CWORD" ]; do
    case " $(${name}_words "$path") " in
      *" \${COMP_WORDS[at]} "*) path="\${path:+$path }\${COMP_WORDS[at]}" ;;
    esac
    at=$((at + 1))
  done
  case "$word" in
    -*) choices=$(${name}_flags "$path") ;;
    *) choices=$(${name}_words "$path") ;;
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}
complete -o default -F ${name} ${program}
`;
}

function fishScript(program: string, commands: readonly CompletedCommand[]): string {
  const quoted = (text: string) => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
  const lines = commands.flatMap(({ words, summary, flags }) => {
    const parents = words.slice(0, -1);
    const given = parents.map((word) => `__fish_seen_subcommand_from ${word}`);
    const free = parents.length === 0 ? ['__fish_use_subcommand'] : given;
    const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    return [
      `complete -c ${program} -n ${quoted(free.join('; and '))} -a ${words.at(-1) ?? ''} -d ${quoted(summary)}`,
      ...flags.map(
        (flag) =>
          `complete -c ${program} -n ${quoted(seen)} -l ${flag.name}${flag.char === undefined ? '' : ` -s ${flag.char}`} -d ${quoted(flag.summary)}`,
      ),
    ];
  });
  const topics = new Set(commands.flatMap(({ words }) => (words.length > 1 ? [words[0] ?? ''] : [])));
  const named = [...topics].map((topic) => `complete -c ${program} -n '__fish_use_subcommand' -a ${topic}`);
  return `# completion of ${program}\n${[...named, ...lines].join('\n')}\n`;
}
