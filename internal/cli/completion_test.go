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
