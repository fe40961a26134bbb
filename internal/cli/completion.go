package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCmd struct {
	anyFolder

	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints the completion script of a shell.
func (c completionCmd) Run(parsed *kong.Context, s streams) error {
	return writeCompletion(s.out, c.Shell, commandsOf(parsed.Model.Node, ""))
}

// completed is one command with its subcommands and flags.
type completed struct {
	path     string // words after "linnet", each after a space; "" for linnet itself
	children []*kong.Node
	flags    []*kong.Flag
}

// commandsOf returns a command and all its subcommands.
func commandsOf(node *kong.Node, path string) []completed {
	own := completed{path: path, flags: visibleFlags(node)}
	var below []completed
	for _, child := range node.Children {
		if child.Hidden || child.Type != kong.CommandNode {
			continue
		}
		own.children = append(own.children, child)
		below = append(below, commandsOf(child, path+" "+child.Name)...)
	}
	return append([]completed{own}, below...)
}

// visibleFlags returns the flags that the help of a command shows.
func visibleFlags(node *kong.Node) []*kong.Flag {
	shown := slices.Clone(node.Flags)
	for above := node.Parent; above != nil; above = above.Parent {
		for _, flag := range above.Flags {
			if usesSetting(node, flag.Name) {
				shown = append(shown, flag)
			}
		}
	}
	return slices.DeleteFunc(shown, func(f *kong.Flag) bool { return f.Hidden })
}

// words returns all words that may follow the command.
func (c completed) words() string {
	var words []string
	for _, child := range c.children {
		words = append(words, child.Name)
	}
	for _, flag := range c.flags {
		words = append(words, "--"+flag.Name)
	}
	return strings.Join(words, " ")
}

func writeCompletion(w io.Writer, shell string, commands []completed) error {
	write := map[string]func(*strings.Builder, []completed){"bash": writeBash, "zsh": writeZsh, "fish": writeFish}[shell]
	var script strings.Builder
	write(&script, commands)
	_, err := io.WriteString(w, script.String())
	return err
}

// writeCases writes the branches of a shell's case statement: the words that
// may follow each command.
func writeCases(b *strings.Builder, commands []completed) {
	for _, c := range commands {
		fmt.Fprintf(b, "    %q) words=%q ;;\n", c.path, c.words())
	}
}

// knownPaths is a pattern of the commands, for a shell's case statement.
func knownPaths(commands []completed) string {
	var paths []string
	for _, c := range commands[1:] {
		paths = append(paths, fmt.Sprintf("%q", c.path))
	}
	return strings.Join(paths, "|")
}

func writeBash(b *strings.Builder, commands []completed) {
	fmt.Fprintf(b, `# Completion of linnet for bash. Load it with: source <(linnet completion bash)
_linnet() {
  local cur="${COMP_WORDS[COMP_CWORD]}" path="" words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path ${COMP_WORDS[i]}" in
    %s) path="$path ${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path" in
`, knownPaths(commands))
	writeCases(b, commands)
	b.WriteString(`  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _linnet linnet
`)
}

func writeZsh(b *strings.Builder, commands []completed) {
	fmt.Fprintf(b, `#compdef linnet
# Completion of linnet for zsh. Load it with: source <(linnet completion zsh)
_linnet() {
  local where="" list="" i
  for ((i = 2; i < CURRENT; i++)); do
    case "$where ${words[i]}" in
    %s) where="$where ${words[i]}" ;;
    esac
  done
  case "$where" in
`, knownPaths(commands))
	for _, c := range commands {
		fmt.Fprintf(b, "    %q) list=%q ;;\n", c.path, c.words())
	}
	b.WriteString(`  esac
  compadd -- ${=list} || _files
}
if [ "$funcstack[1]" = "_linnet" ]; then _linnet "$@"; else compdef _linnet linnet; fi
`)
}

func writeFish(b *strings.Builder, commands []completed) {
	b.WriteString("# Completion of linnet for fish. Load it with: linnet completion fish | source\n")
	for _, c := range commands {
		condition := "__fish_use_subcommand"
		if path := strings.Fields(c.path); len(path) > 0 {
			condition = "__fish_seen_subcommand_from " + path[len(path)-1]
		}
		for _, child := range c.children {
			fmt.Fprintf(b, "complete -c linnet -f -n %s -a %s -d %s\n", quoted(condition), child.Name, quoted(child.Help))
		}
		for _, flag := range c.flags {
			fmt.Fprintf(b, "complete -c linnet -n %s -l %s -d %s\n", quoted(condition), flag.Name, quoted(flag.Help))
		}
	}
}

// quoted quotes text for a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
