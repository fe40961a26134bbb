package app

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/config"
)

// runCommand runs the program with a data folder.
func runCommand(t *testing.T, data, addr string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, err bytes.Buffer
	code = Main(t.Context(), append(args, "--data", data, "--public-url", "http://"+addr, "--plans", "off"), &out, &err)
	return out.String(), err.String(), code
}

func TestLinksComeInAndGoOutOnTheCommandLine(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	addr := freeAddr(t)
	cfg := config.Config{Addr: addr, Data: data, PublicURL: "http://" + addr, JournalSync: "second", Plans: "off"}
	node, err := newNode(t.Context(), cfg, slog.New(slog.DiscardHandler), clock.System{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- node.Run(ctx) }()
	<-node.Ready()
	ada := signUp(t, cfg.PublicURL)
	var me struct{ Email string }
	ada.call("GET", "/me", nil, 200, &me)
	file := filepath.Join(t.TempDir(), "bitly.csv")
	if err := os.WriteFile(file, []byte("link,long_url,title\nhttps://bit.ly/spring,https://example.com/a,=1+1\nhttps://bit.ly/x,nonsense,\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	// While Linnet runs, it does the work, and its cache hears of the links.
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
	if text, err := os.ReadFile(report); err != nil || !strings.Contains(string(text), "2,3,failed,,nonsense,") {
		t.Errorf("the report says %s, %v", text, err)
	}
	stop()
	if err := errors.Join(<-ended, node.Close()); err != nil {
		t.Fatal(err)
	}

	// Without it, the command does the work itself.
	stdout, stderr, code = runCommand(t, data, addr, "import", file, "--user", me.Email, "--on-conflict", "suffix", "--map", "url=long_url", "--map", "shortUrl=link")
	if code != 0 || !strings.HasPrefix(stdout, "2 rows: 1 created") {
		t.Errorf("import: %d %q %q", code, stdout, stderr)
	}
	stdout, stderr, code = runCommand(t, data, addr, "export", "--user", me.Email, "--search", "spring-2")
	if code != 0 || !strings.Contains(stdout, "http://"+addr+"/spring-2,https://example.com/a,,") || strings.Count(stdout, "\r\n") != 2 {
		t.Errorf("export: %d %q %q", code, stdout, stderr)
	}
	for name, args := range map[string][]string{
		"a stranger": {"export", "--user", "nobody@example.com"},
		"no file":    {"import", filepath.Join(data, "missing.csv"), "--user", me.Email},
		"no columns": {"import", "--user", me.Email, "--map", "url=x", file},
	} {
		if _, stderr, code := runCommand(t, data, addr, args...); code != 1 || !strings.HasPrefix(stderr, "linnet: ") {
			t.Errorf("%s: %d %q", name, code, stderr)
		}
	}
}
