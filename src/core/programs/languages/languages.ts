/** The prefix table (external-programs, "External program file"): extension => what runs the file. */

export interface Language {
  name: string;
  extension: string;
  /** Words before the file. The option `command` replaces the first (external-programs-decisions, "command"). */
  prefix: readonly [string, ...string[]];
  /** How to get it, for the message when it is missing. */
  install: string;
}

export const languages: readonly Language[] = [
  {
    name: 'Java',
    extension: '.jar',
    prefix: ['java', '-jar'],
    install: 'a Java runtime (adoptium.net, or apt install default-jre-headless, or brew install openjdk)',
  },
  {
    name: 'Python',
    extension: '.py',
    prefix: ['python'],
    install: 'Python (python.org, or apt install python3 python-is-python3, or brew install python)',
  },
  {
    name: 'PHP',
    extension: '.php',
    prefix: ['php'],
    install: 'PHP (php.net, or apt install php-cli, or brew install php)',
  },
  {
    name: 'JavaScript',
    extension: '.js',
    prefix: ['node'],
    install: 'Node.js (nodejs.org, or apt install nodejs, or brew install node)',
  },
  {
    name: 'BeanShell',
    extension: '.bsh',
    prefix: ['java', 'bsh.Interpreter'],
    install: 'a Java runtime and bsh.jar (apt install bsh)',
  },
  {
    name: 'Go',
    extension: '.go',
    prefix: ['go', 'run'],
    install: 'Go (go.dev, or apt install golang-go, or brew install go)',
  },
  {
    name: 'Shell',
    extension: '.sh',
    prefix: ['sh'],
    install: 'a POSIX shell (on Windows, Git for Windows brings one)',
  },
  {
    name: 'Ruby',
    extension: '.rb',
    prefix: ['ruby'],
    install: 'Ruby (ruby-lang.org, or apt install ruby, or brew install ruby)',
  },
  {
    name: 'Lua',
    extension: '.lua',
    prefix: ['lua'],
    install: 'Lua (lua.org, or apt install lua5.4, or brew install lua)',
  },
  { name: 'Rust', extension: '.rs', prefix: ['cargo', 'run'], install: 'Rust (rustup.rs, or apt install cargo)' },
];

/** The language of a file by its extension, in any case; undefined when there is none. */
export function languageOf(file: string): Language | undefined {
  const lower = file.toLowerCase();
  return languages.find((language) => lower.endsWith(language.extension));
}
