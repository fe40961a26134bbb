package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/app"
	"linnet/internal/base/clock"
	"linnet/internal/base/logqueue"
	"linnet/internal/config"
	"linnet/internal/core/access"
	"linnet/internal/core/notify"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testshorteners"
)

// runCommand runs a command with a data folder.
func runCommand(t *testing.T, data, addr string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, err bytes.Buffer
	code = Main(t.Context(), append(args, "--data", data, "--public-url", "http://"+addr, "--plans", "off"), &out, &err)
	return out.String(), err.String(), code
}

// startNode runs a node, waits until it is ready and returns a function that
// stops it.
func startNode(t *testing.T, cfg config.Config) (stop func()) {
	t.Helper()
	testkit.Long(t)
	node, err := app.New(t.Context(), cfg, app.Log{Logger: slog.New(slog.DiscardHandler), Lines: logqueue.New(io.Discard)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- node.Run(ctx) }()
	<-node.Ready()
	return func() {
		t.Helper()
		cancel()
		if err := errors.Join(<-ended, node.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestImportAndExport_WithAndWithoutANode(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	addr := testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: data, PublicURL: "http://" + addr, JournalSync: "second", Plans: "off"}
	stop := startNode(t, cfg)
	ada := signUp(t, cfg.PublicURL)
	var me struct{ Email string }
	ada.call("GET", "/me", nil, 200, &me)
	file := filepath.Join(t.TempDir(), "bitly.csv")
	if err := os.WriteFile(file, []byte("link,long_url,title\nhttps://bit.ly/spring,https://example.com/a,=1+1\nhttps://bit.ly/x,nonsense,\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	// A running node runs the job and evicts its cached misses.
	if status, _, err := ada.visit("/spring"); err != nil || status != 404 {
		t.Fatalf("before the import: %d, %v", status, err)
	}
	report := filepath.Join(t.TempDir(), "report.csv")
	stdout, stderr, code := runCommand(t, data, addr, "import", file, "--user", me.Email, "--report", report)
	if code != 0 || stdout != "2 rows: 1 created, 0 updated, 0 skipped, 1 failed.\n" {
		t.Errorf("import: %d %q %q", code, stdout, stderr)
	}
	if status, location, err := ada.visit("/spring"); err != nil || status != 302 || location != "https://example.com/a" {
		t.Errorf("after the import: %d %s, %v", status, location, err)
	}
	if text, err := os.ReadFile(report); err != nil || !strings.Contains(string(text), "2,3,failed,https://bit.ly/x,nonsense,") {
		t.Errorf("the report says %s, %v", text, err)
	}
	stop()

	// Without a node the command runs the job.
	stdout, stderr, code = runCommand(t, data, addr, "import", file, "--user", me.Email, "--on-conflict", "suffix", "--map", "url=long_url", "--map", "shortUrl=link")
	if code != 0 || !strings.HasPrefix(stdout, "2 rows: 1 created") {
		t.Errorf("import: %d %q %q", code, stdout, stderr)
	}
	stdout, stderr, code = runCommand(t, data, addr, "export", "--user", me.Email, "--search", "spring-2")
	if code != 0 || !strings.Contains(stdout, "http://"+addr+"/spring-2,https://example.com/a,,") || strings.Count(stdout, "\r\n") != 2 {
		t.Errorf("export: %d %q %q", code, stdout, stderr)
	}
	for name, args := range map[string][]string{
		"a stranger": {"export", "--user", "unknown@example.com"},
		"no file":    {"import", filepath.Join(data, "missing.csv"), "--user", me.Email},
		"no columns": {"import", "--user", me.Email, "--map", "url=x", file},
	} {
		if _, stderr, code := runCommand(t, data, addr, args...); code != 1 || !strings.HasPrefix(stderr, "linnet: ") {
			t.Errorf("%s: %d %q", name, code, stderr)
		}
	}
}

// TestImportCommand_DryRunDoesNotNotify does a dry run with and without a running
// node.
func TestImportCommand_DryRunDoesNotNotify(t *testing.T) {
	t.Parallel()
	data, addr := testkit.SQLiteDir(t), testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: data, PublicURL: "http://" + addr, JournalSync: "second", Plans: "off"}
	stop := startNode(t, cfg)
	var me struct{ ID, Email string }
	signUp(t, cfg.PublicURL).call("GET", "/me", nil, 200, &me)
	file := filepath.Join(t.TempDir(), "links.csv")
	if err := os.WriteFile(file, []byte("url\nhttps://example.com/a\nnonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(name string, options ...string) {
		stdout, stderr, code := runCommand(t, data, addr, append([]string{"import", file, "--user", me.Email, "--partly"}, options...)...)
		if code != 0 || stdout != "2 rows: 1 created, 0 updated, 0 skipped, 1 failed.\n" {
			t.Errorf("%s: %d %q %q", name, code, stdout, stderr)
		}
	}
	run("a dry run beside Linnet", "--dry-run")
	run("an import beside Linnet")
	stop() // after it, the notification of the last job is stored
	run("a dry run alone", "--dry-run")

	records, err := records.Open(t.Context(), records.Options{URL: cfg.DatabaseURL, Dir: cfg.Data})
	if err != nil {
		t.Fatal(err)
	}
	defer records.Close()
	actor, err := workspace.NewService(records, testkit.NoLimits, clock.System{}).ActorFor(t.Context(), access.Actor{UserID: me.ID}, "")
	if err != nil {
		t.Fatal(err)
	}
	page, err := records.Notifications(t.Context(), actor.UserID, actor.WorkspaceID, notify.Filter{Limit: 50})
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Items) != 1 || page.Items[0].Kind != notify.ImportDone {
		t.Errorf("the notifications are %+v, want one of the import", page.Items)
	}
}

// TestImportCommand_ReadsLinksByAnAPI imports the links of a YOURLS, twice.
func TestImportCommand_ReadsLinksByAnAPI(t *testing.T) {
	t.Parallel()
	data, addr := testkit.SQLiteDir(t), testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: data, PublicURL: "http://" + addr, JournalSync: "second", Plans: "off", ImportNetworks: []string{"127.0.0.0/8"}}
	stop := startNode(t, cfg)
	var me struct{ Email string }
	signUp(t, cfg.PublicURL).call("GET", "/me", nil, 200, &me)
	old := testshorteners.YOURLS(t)
	old.SetFaults(testshorteners.Faults{})
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte(old.Key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(more ...string) (stdout, stderr string, code int) {
		args := append([]string{"import", "--from", "yourls", "--token-file", key, "--user", me.Email}, more...)
		return runCommand(t, data, addr, args...)
	}
	badKey := filepath.Join(t.TempDir(), "bad")
	if err := os.WriteFile(badKey, []byte("wrong"), 0o600); err != nil {
		t.Fatal(err)
	}
	allowed := []string{"--url", old.URL, "--import-networks", "127.0.0.0/8"}
	stdout, stderr, code := run(allowed...)
	if code != 0 || stdout != "1237 rows: 1235 created, 0 updated, 0 skipped, 2 failed.\n" {
		t.Errorf("beside a node: %d %q %q", code, stdout, stderr)
	}
	stop()
	stdout, stderr, code = run(allowed...)
	if code != 0 || stdout != "1237 rows: 0 created, 0 updated, 1235 skipped, 2 failed.\n" {
		t.Errorf("alone, again: %d %q %q", code, stdout, stderr)
	}
	for want, args := range map[string][]string{
		"LINNET_IMPORT_NETWORKS":       {"--url", old.URL},
		"Enter the address":            {},
		"name either a CSV file or":    {"links.csv"},
		"does not accept this key":     append([]string{"--token-file", badKey}, allowed...),
		"Choose one of these: bitly, ": append([]string{"--from", "bit.ly"}, allowed...),
		"YOURLS tells only how many":   append([]string{"--history"}, allowed...),
		"no such file":                 append([]string{"--token-file", key + "x"}, allowed...),
	} {
		if stdout, stderr, code := run(args...); code != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%v: %d %q %q, want %q", args, code, stdout, stderr, want)
		}
	}
}
