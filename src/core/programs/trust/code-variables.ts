/** Environment variables that can make a program run other code than its file. The question about the program says so. */

const patterns = [
  // The system's loader, and libraries that load modules
  /^(LD|DYLD)_.*$/,
  /^(GCONV_PATH|OPENSSL_(CONF|ENGINES|MODULES))$/,
  // Where programs are found, and where they find their settings and packages
  /^(PATH|PATHEXT|COMSPEC)$/,
  /^(HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_((CONFIG|DATA)_(HOME|DIRS)|CACHE_HOME))$/,
  // Shells
  /^(ENV|BASH_ENV|BASH_FUNC_.*|BASHOPTS|SHELLOPTS|IFS|PS4|ZDOTDIR|FPATH|CDPATH)$/,
  // PowerShell, and .NET, on which it runs
  /^(PSMODULEPATH|(DOTNET|COMPLUS|CORECLR|COR)_.*)$/,
  // Interpreters and compilers
  /^NODE_(OPTIONS|PATH|COMPILE_CACHE|REPL_EXTERNAL_MODULE)$/,
  /^(JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|IBM_JAVA_OPTIONS|OPENJ9_JAVA_OPTIONS|JAVA_HOME|CLASSPATH)$/,
  /^PYTHON.*$/,
  /^(RUBYOPT|RUBYLIB|RUBYGEMS_GEMDEPS|GEM_(HOME|PATH)|BUNDLE_.*)$/,
  /^(PERL5OPT|PERL5LIB|PERL5DB|PERL5SHELL|PERLLIB)$/,
  /^(PHPRC|PHP_INI_SCAN_DIR)$/,
  /^LUA_(INIT|PATH|CPATH).*$/,
  /^GO(FLAGS|ROOT|PATH|ENV|TOOLCHAIN|WORK|MODCACHE|CACHE|CACHEPROG|AUTH|PROXY|SUMDB|NOSUMDB|VCS|BIN)$/,
  /^(CGO_.*|CC|CXX|FC|AR|GCCGO|PKG_CONFIG.*|CPATH|(C|CPLUS|OBJC)_INCLUDE_PATH|GCC_EXEC_PREFIX|COMPILER_PATH|LIBRARY_PATH)$/,
  /^(RUSTC.*|RUSTFLAGS|RUSTUP_.*|CARGO.*)$/,
];

/** Windows ignores case in the names of variables. */
export const canChangeCode = (variable: string): boolean =>
  patterns.some((pattern) => pattern.test(variable.toUpperCase()));
