package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"linnet/internal/app"
)

type manCmd struct{ anyFolder }

// Run prints the manual page, which packages install.
func (manCmd) Run(parsed *kong.Context, s streams) error {
	_, err := io.WriteString(s.out, manPage(parsed.Model.Node, app.Version()))
	return err
}

// manPage returns the manual page linnet(1) of the commands below root, as roff. It has no date, so that equal commands
// have equal pages.
func manPage(root *kong.Node, version string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH LINNET 1 \"\" \"linnet %s\" \"Linnet\"\n", roff(version))
	fmt.Fprintf(&b, ".SH NAME\nlinnet \\- short links, redirect rules and click analytics\n")
	b.WriteString(".SH SYNOPSIS\n.B linnet\n[\\fIcommand\\fR] [\\fIflags\\fR]\n")
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n.PP\nWithout a command, the server starts.\n", roff(root.Help))
	for _, group := range commandGroups() {
		fmt.Fprintf(&b, ".SH %s\n", roff(strings.ToUpper(strings.TrimSuffix(group.Title, ":"))))
		for _, command := range root.Leaves(true) {
			if command.ClosestGroup().Key == group.Key {
				writeManCommand(&b, command)
			}
		}
	}
	b.WriteString(".SH SETTINGS\nA setting is a flag or an environment variable. The settings of an install are the same for all commands;\n" +
		"each command uses those that are listed with it, and\n.B serve\nuses all.\n")
	for _, flag := range root.Flags {
		writeManFlag(&b, flag)
	}
	b.WriteString(".PP\nThe commands that call a server use none of these, but\n.BR LINNET_URL ,\n.BR LINNET_API_KEY \nand\n" +
		".BR LINNET_PROFILE .\n")
	b.WriteString(".PP\nAdd _FILE to the variable of a secret to read it from a file, such as\n.BR LINNET_SECRET_KEY_FILE .\n")
	b.WriteString(".SH EXIT STATUS\n.TP\n0\nSuccess.\n.TP\n1\nThe command failed; standard error says why.\n")
	b.WriteString(".TP\n2\nThe command or a setting is wrong.\n")
	return b.String()
}

func writeManCommand(b *strings.Builder, command *kong.Node) {
	fmt.Fprintf(b, ".SS linnet %s\n.B linnet %s\n.PP\n%s\n", roff(command.Path()), roff(command.Summary()), roff(command.Help))
	for _, argument := range command.Positional {
		fmt.Fprintf(b, ".TP\n\\fI<%s>\\fR\n%s\n", roff(argument.Name), roff(argument.Help))
	}
	for above := command; above.Parent != nil; above = above.Parent {
		for _, flag := range above.Flags {
			writeManFlag(b, flag)
		}
	}
	if used := usedSettings(command); len(used) > 0 && command.Name != "serve" {
		fmt.Fprintf(b, ".PP\nSettings: %s.\n", roff(strings.Join(used, ", ")))
	}
}

// usedSettings returns the settings that a command uses, as flags.
func usedSettings(command *kong.Node) []string {
	var used []string
	for _, flag := range visibleFlags(command) {
		if len(flag.Envs) > 0 && !slices.Contains(command.Flags, flag) {
			used = append(used, "--"+flag.Name)
		}
	}
	return used
}

func writeManFlag(b *strings.Builder, flag *kong.Flag) {
	if flag.Hidden {
		return
	}
	name := "--" + flag.Name
	if flag.Short != 0 {
		name = fmt.Sprintf("-%c, %s", flag.Short, name)
	}
	if !flag.IsBool() {
		name += "=" + strings.Trim(flag.FormatPlaceHolder(), `"`)
	}
	fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", roff(name), roff(flag.Help))
	if len(flag.Envs) > 0 {
		fmt.Fprintf(b, ".br\nEnvironment: %s\n", roff(strings.Join(flag.Envs, ", ")))
	}
	if flag.HasDefault && flag.Default != "" {
		fmt.Fprintf(b, ".br\nDefault: %s\n", roff(flag.Default))
	}
}

// roff escapes text: a hyphen is a minus sign, as in flags, and a line begins no request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}
