package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/app"
	"linnet/internal/base/logqueue"
	"linnet/internal/config"
	"linnet/internal/testkit"
)

// start runs a node in a new folder until the test ends.
func start(t *testing.T, change func(*config.Config)) (origin string) {
	t.Helper()
	addr := testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: testkit.SQLiteDir(t), PublicURL: "http://" + addr, JournalSync: "second"}
	if change != nil {
		change(&cfg)
	}
	return serveUntilEnd(t, cfg, slog.New(slog.DiscardHandler))
}

// startLogged runs a node until the test ends. It returns once the node listens
// and has written its first lines to log.
func startLogged(t *testing.T, cfg config.Config, log io.Writer) (origin string) {
	t.Helper()
	serveUntilEnd(t, cfg, slog.New(slog.NewTextHandler(log, nil)))
	return "http://" + cfg.Addr
}

func serveUntilEnd(t *testing.T, cfg config.Config, log *slog.Logger) (origin string) {
	t.Helper()
	testkit.Long(t)
	n, err := app.New(t.Context(), cfg, app.Log{Logger: log, Lines: logqueue.New(io.Discard)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- n.Run(ctx) }()
	select {
	case <-n.Ready():
	case err := <-done:
		t.Fatalf("the node ended at once: %v", err)
	}
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
		if err := n.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return cfg.PublicURL
}

// TestNode_CountsTheFirstClick signs up, creates a link, visits it and reads the
// click, on both engines of the records.
func TestNode_CountsTheFirstClick(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			origin := start(t, func(c *config.Config) {
				if engine == "postgres" {
					c.DatabaseURL = testkit.MigratedPostgres(t)
				}
			})
			firstClick(t, signUp(t, origin))
		})
	}
}

func firstClick(t *testing.T, ada *person) {
	t.Helper()
	var made struct {
		ID, Alias, ShortURL string
		ClickCount          int
	}
	const destination = "https://example.com/a%2Fb?empty&x=1#frag"
	ada.call(http.MethodPost, "/links", map[string]any{"url": destination, "alias": "launch"}, http.StatusCreated, &made)
	if made.ShortURL != ada.origin+"/launch" {
		t.Errorf("the short URL is %q", made.ShortURL)
	}
	for range 3 {
		status, location, err := ada.visit("/launch")
		if err != nil || status != http.StatusFound || location != destination {
			t.Fatalf("the short link answered %d %q %v", status, location, err)
		}
	}
	if status, _, err := ada.visit("/launch-party"); err != nil || status != http.StatusNotFound {
		t.Errorf("an unknown alias answered %d %v", status, err)
	}
	eventually(t, func() string {
		var total struct{ TotalClicks, Trend int }
		ada.call(http.MethodGet, "/dashboard/total-clicks", nil, http.StatusOK, &total)
		var counted struct{ Clicks, Uniques, Bots int }
		ada.call(http.MethodGet, "/analytics?groupBy=count&interval=24h", nil, http.StatusOK, &counted)
		ada.call(http.MethodGet, "/links/"+made.ID, nil, http.StatusOK, &made)
		if total.TotalClicks == 3 && counted.Clicks == 3 && counted.Uniques == 1 && made.ClickCount == 3 {
			return ""
		}
		return fmt.Sprintf("3 clicks show as %+v, %+v and %d", total, counted, made.ClickCount)
	})
	var usage struct{ Links struct{ Used, Limit int } }
	ada.call(http.MethodGet, "/dashboard/usage", nil, http.StatusOK, &usage)
	if usage.Links.Used != 1 || usage.Links.Limit != 100 {
		t.Errorf("usage is %+v", usage)
	}
}

// TestNode_StoresNoAddresses searches every file for the address of a visitor.
func TestNode_StoresNoAddresses(t *testing.T) {
	t.Parallel()
	var folder string
	origin := start(t, func(c *config.Config) {
		folder = c.Data
		c.TrustedProxies = []string{"127.0.0.1"}
	})
	ada := signUp(t, origin)
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, nil)
	const visitor = "203.0.113.77"
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, origin+"/a", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Forwarded-For", visitor)
	answer, err := ada.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	err = filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		content, err := io.ReadAll(f)
		if err != nil {
			return err
		}
		for _, secret := range []string{visitor, "\xcb\x00\x71\x4d", ada.token, "Correct-Horse7"} {
			if strings.Contains(string(content), secret) {
				t.Errorf("AC-225: %s holds %q", d.Name(), secret)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestMain_ExitCodes(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		args []string
		code int
		says string
	}{
		"version":       {[]string{"version"}, 0, "linnet"},
		"help":          {[]string{"--help"}, 0, "LINNET_DATA"},
		"openapi":       {[]string{"openapi"}, 0, `"openapi": "3.1`},
		"migrate":       {[]string{"migrate", "--data", t.TempDir()}, 0, "schema"},
		"bad flag":      {[]string{"serve", "--no-such-flag"}, 2, "no-such-flag"},
		"bad value":     {[]string{"serve", "--public-url", "nonsense", "--addr", "x"}, 2, "--public-url"},
		"two problems":  {[]string{"serve", "--public-url", "nonsense", "--addr", "x"}, 2, "--addr"},
		"missing plans": {[]string{"serve", "--data", t.TempDir(), "--plans", "/no/such/file"}, 1, "no such file"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			if code := Main(t.Context(), c.args, &out, &out); code != c.code || !strings.Contains(out.String(), c.says) {
				t.Errorf("linnet %v ended with %d and said:\n%s", c.args, code, out.String())
			}
		})
	}
}
