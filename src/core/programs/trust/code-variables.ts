/** Environment variables that can make a program run other code than its file. The question about the program says so. */

interface Variables {
  names: RegExp;
  /** The extensions of the languages whose interpreter reads them. Absent: any program may do so. */
  readBy?: readonly string[];
}

const variables: readonly Variables[] = [
  // The system's loader, and libraries that load modules
  { names: /^(LD|DYLD)_.*$/ },
  { names: /^(GCONV_PATH|OPENSSL_(CONF|ENGINES|MODULES))$/ },
  // Where programs are found, and where they find their settings and packages
  { names: /^(PATH|PATHEXT|COMSPEC)$/ },
  { names: /^(HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_((CONFIG|DATA)_(HOME|DIRS)|CACHE_HOME))$/ },
  // Shells, in which interpreters may be wrapped
  { names: /^(ENV|BASH_ENV|BASH_FUNC_.*|BASHOPTS|SHELLOPTS|IFS|PS4|ZDOTDIR|FPATH|CDPATH)$/ },
  // PowerShell, and .NET, on which it runs
  { names: /^(PSMODULEPATH|(DOTNET|COMPLUS|CORECLR|COR)_.*)$/, readBy: ['.ps1'] },
  // Interpreters and compilers
  { names: /^NODE_(OPTIONS|PATH|COMPILE_CACHE|REPL_EXTERNAL_MODULE)$/, readBy: ['.js'] },
  {
    names: /^(JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|IBM_JAVA_OPTIONS|OPENJ9_JAVA_OPTIONS|JAVA_HOME)$/,
    readBy: ['.jar', '.bsh'],
  },
  // `java -jar` does not read it.
  { names: /^CLASSPATH$/, readBy: ['.bsh'] },
  { names: /^PYTHON.*$/, readBy: ['.py'] },
  { names: /^(RUBYOPT|RUBYLIB|RUBYGEMS_GEMDEPS|GEM_(HOME|PATH)|BUNDLE_.*)$/, readBy: ['.rb'] },
  { names: /^(PERL5OPT|PERL5LIB|PERL5DB|PERL5SHELL|PERLLIB|PERL_USE_UNSAFE_INC)$/, readBy: ['.pl'] },
  { names: /^(PHPRC|PHP_INI_SCAN_DIR)$/, readBy: ['.php'] },
  { names: /^LUA_(INIT|PATH|CPATH).*$/, readBy: ['.lua'] },
  {
    names: /^GO(FLAGS|ROOT|PATH|ENV|TOOLCHAIN|WORK|MODCACHE|CACHE|CACHEPROG|AUTH|PROXY|SUMDB|NOSUMDB|VCS|BIN)$/,
    readBy: ['.go'],
  },
  {
    names:
      /^(CGO_.*|CC|CXX|FC|AR|GCCGO|PKG_CONFIG.*|CPATH|(C|CPLUS|OBJC)_INCLUDE_PATH|GCC_EXEC_PREFIX|COMPILER_PATH|LIBRARY_PATH)$/,
    readBy: ['.go', '.rs'],
  },
  { names: /^(RUSTC.*|RUSTFLAGS|RUSTUP_.*|CARGO.*)$/, readBy: ['.rs'] },
];

/**
 * Windows ignores case in the names of variables.
 * @param extension of a language, to ask about its usual interpreter only
 */
export function canChangeCode(variable: string, extension?: string): boolean {
  const name = variable.toUpperCase();
  return variables.some(
    ({ names, readBy }) =>
      names.test(name) && (extension === undefined || readBy === undefined || readBy.includes(extension)),
  );
}
