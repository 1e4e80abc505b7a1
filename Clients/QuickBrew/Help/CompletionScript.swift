/// The completions of the shells: each asks `quickbrew __complete` and shows what that prints.
enum CompletionScript {
  /// Source: bash(1), Programmable Completion.
  static let bash = #"""
    # bash completion for quickbrew, written by `quickbrew help --pages`.
    # shellcheck shell=bash
    _quickbrew() {
      local cur=${COMP_WORDS[COMP_CWORD]} kind="" word
      [[ $cur != = ]] || cur=""
      COMPREPLY=()
      {
        read -r kind
        while IFS=$'\t' read -r word _; do
          [[ $cur == [\"\']* ]] || printf -v word %q "$word"
          COMPREPLY+=("$word")
        done
      } < <(quickbrew __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      case $kind in
        files) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur") ;;
        directories) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
        *) return ;;
      esac
      compopt -o filenames 2>/dev/null
    }
    complete -F _quickbrew quickbrew

    """#

  /// Source: zshcompsys(1).
  static let zsh = #"""
    #compdef quickbrew
    # zsh completion for quickbrew, written by `quickbrew help --pages`.
    _quickbrew() {
      local -a lines offers
      lines=("${(@f)$(quickbrew __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
      offers=("${(@)${(@)lines[2,-1]//:/\\:}/$'\t'/:}")
      (($#lines > 1)) && _describe quickbrew offers
      case $lines[1] in
        (files) compset -P '--*='; _files ;;
        (directories) compset -P '--*='; _files -/ ;;
      esac
    }
    _quickbrew "$@"

    """#

  /// Source: fish, complete(1).
  static let fish = #"""
    # fish completion for quickbrew, written by `quickbrew help --pages`.
    function __quickbrew_complete
      set -l words (commandline -opc)
      set -l current (commandline -ct)
      set -l lines (quickbrew __complete $words[2..-1] "$current" 2>/dev/null)
      set -l path (string replace -r -- '^--[^=]*=' '' "$current")
      switch "$lines[1]"
        case files
          __fish_complete_path "$path"
        case directories
          __fish_complete_directories "$path"
      end
      string join \n -- $lines[2..-1]
    end
    complete -c quickbrew -f -a '(__quickbrew_complete)'

    """#
}
