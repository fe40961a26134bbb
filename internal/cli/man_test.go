package cli

import (
	"strings"
	"testing"

	"linnet/internal/app"
)

func TestMan_DescribesEveryCommandAndSetting(t *testing.T) {
	t.Parallel()
	code, page, said := runMain(t, "man")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, said)
	}
	for _, want := range []string{
		".TH LINNET 1 \"\" \"linnet " + roff(app.Version()) + "\"",
		".SH COMMANDS THAT CALL A SERVER WITH AN API KEY\n.SS linnet login\n", "LINNET_API_KEY",
		".SS linnet workspace set\\-plan\n", ".SS linnet import\n", "\\fI<file>\\fR\n", "\\fB\\-o, \\-\\-output=STRING\\fR\n",
		"\\fB\\-\\-public\\-url=STRING\\fR\n", "Environment: LINNET_PUBLIC_URL\n", "Default: 127.0.0.1:8080\n",
		"Settings: \\-\\-data, \\-\\-public\\-url, \\-\\-database\\-url, \\-\\-plans, \\-\\-log\\-format, \\-\\-log\\-level.\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, hidden := range []string{"stripe\\-url", "\n\n", "&#39;"} {
		if strings.Contains(page, hidden) {
			t.Errorf("the page contains %q", hidden)
		}
	}
	for line := range strings.Lines(page) {
		if text, request := strings.CutPrefix(line, "."); request && !strings.Contains("TH SH SS TP PP B BR br ", strings.Fields(text)[0]+" ") {
			t.Errorf("a text begins like a request: %s", line)
		}
	}
}

func TestRoff_EscapesWhatBeginsARequest(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		".mmdb file":  `\&.mmdb file`,
		"'off'":       `\&'off'`,
		`C:\data -x`:  `C:\edata \-x`,
		"two\n.lines": "two .lines",
	} {
		if got := roff(text); got != want {
			t.Errorf("roff(%q) = %q, want %q", text, got, want)
		}
	}
}
