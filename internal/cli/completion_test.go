package cli

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"linnet/internal/app"
)

// runMain runs the program and returns what it wrote.
func runMain(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, said bytes.Buffer
	code = Main(t.Context(), args, &out, &said)
	return code, out.String(), said.String()
}

func TestCompletion_BashOffersCommandsAndTheirFlags(t *testing.T) {
	t.Parallel()
	code, script, said := runMain(t, "completion", "bash")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, said)
	}
	for line, want := range map[string]struct{ offered, missing string }{
		"linnet exp":                       {"export", "import"},
		"linnet export --fo":               {"--format", "--addr"},
		"linnet export --user ada --out":   {"--output", "--addr"},
		"linnet serve --move":              {"--move-default-domain", "--format"},
		"linnet --log":                     {"--log-level", "--format"},
		"linnet import file.csv --on-conf": {"--on-conflict", "--smtp-url"},
		"linnet version --":                {"--help", "--smtp-url"},
		"linnet links ed":                  {"edit", "list"},
		"linnet links list --":             {"--search", "--data"},
		"linnet shorten --":                {"--alias", "--public-url"},
	} {
		words := strings.Fields(line)
		quotedWords := make([]string, len(words))
		for i, w := range words {
			quotedWords[i] = quoted(w)
		}
		test := script + "\nCOMP_WORDS=(" + strings.Join(quotedWords, " ") + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]}-1))\n_linnet\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n"
		cmd := exec.CommandContext(t.Context(), "bash", "-s")
		cmd.Stdin = strings.NewReader(test)
		out, err := cmd.CombinedOutput()
		offers := strings.Fields(string(out))
		if err != nil || !slices.Contains(offers, want.offered) || slices.Contains(offers, want.missing) {
			t.Errorf("%q offers %v, %v; want %s and not %s", line, offers, err, want.offered, want.missing)
		}
	}
}

func TestCompletion_OtherShells(t *testing.T) {
	t.Parallel()
	for shell, want := range map[string]string{
		"zsh": "compdef _linnet linnet", "fish": "complete -c linnet -n '__fish_seen_subcommand_from export' -l format -d ",
	} {
		if code, script, said := runMain(t, "completion", shell); code != 0 || !strings.Contains(script, want) {
			t.Errorf("%s: exit %d, no %q in %s%s", shell, code, want, script, said)
		}
	}
	if code, _, said := runMain(t, "completion", "tcsh"); code != 2 || !strings.Contains(said, "bash") {
		t.Errorf("tcsh: exit %d: %s", code, said)
	}
}

func TestMain_HelpShowsOnlyWhatACommandUses(t *testing.T) {
	t.Parallel()
	for command, c := range map[string]struct{ shows, hides []string }{
		"version": {[]string{"--help"}, []string{"--smtp-url", "--data", "--addr"}},
		"export":  {[]string{"--format", "--data", "--database-url"}, []string{"--smtp-url", "--addr", "--geoip"}},
		"shorten": {[]string{"--alias", "LINNET_API_KEY", "--profile"}, []string{"--data", "--public-url"}},
		"serve":   {[]string{"--smtp-url", "--addr", "--move-default-domain", "--new-install"}, []string{"--format"}},
	} {
		code, out, said := runMain(t, command, "--help")
		if code != 0 {
			t.Errorf("%s: exit %d: %s", command, code, said)
		}
		for _, flag := range c.shows {
			if !strings.Contains(out, flag) {
				t.Errorf("the help of %s lacks %s", command, flag)
			}
		}
		for _, flag := range c.hides {
			if strings.Contains(out, flag+"=") {
				t.Errorf("the help of %s shows %s", command, flag)
			}
		}
	}
}

func TestMain_VersionFlagAndUnknownCommand(t *testing.T) {
	t.Parallel()
	if code, out, _ := runMain(t, "--version"); code != 0 || out != "linnet "+app.Version()+"\n" {
		t.Errorf("--version: exit %d: %q", code, out)
	}
	if code, _, said := runMain(t, "bogus"); code != 2 || !strings.Contains(said, "bogus") || !strings.Contains(said, "linnet --help") {
		t.Errorf("an unknown command: exit %d: %s", code, said)
	}
}

func TestMain_HelpGroupsCommandsByWhatTheyNeed(t *testing.T) {
	t.Parallel()
	_, help, _ := runMain(t, "--help")
	at := -1
	for _, want := range []string{
		"settings and its data folder:", "\n  serve ", "\n  backup ", "call a server with an API key:", "\n  login ", "\n  links list ",
		"Other commands:", "\n  version ",
	} {
		next := strings.Index(help, want)
		if next <= at {
			t.Errorf("%q is at %d, and what is before it at %d", want, next, at)
		}
		at = next
	}
}
