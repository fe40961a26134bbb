package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/app"
	"linnet/internal/app/doctor"
	"linnet/internal/base/logqueue"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/core/domain"
	"linnet/internal/testkit"
)

// onEachEngine runs a test with a configuration for each engine of records.
func onEachEngine(t *testing.T, run func(t *testing.T, cfg config.Config)) {
	t.Helper()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			cfg := config.Config{Data: testkit.SQLiteDir(t), JournalSync: "second"}
			if engine == "postgres" {
				cfg.Data, cfg.DatabaseURL = t.TempDir(), testkit.MigratedPostgres(t)
			}
			run(t, cfg)
		})
	}
}

// runNode starts a node and returns a function that stops it.
func runNode(t *testing.T, cfg config.Config) (stop func()) {
	t.Helper()
	node, err := app.New(t.Context(), cfg, app.Log{Logger: slog.New(slog.DiscardHandler), Lines: logqueue.New(io.Discard)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- node.Run(ctx) }()
	select {
	case <-node.Ready():
	case err := <-ended:
		t.Fatal(err)
	}
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := errors.Join(<-ended, node.Close()); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(stop)
	return stop
}

func TestCommands_NeverMoveTheDefaultDomain(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.Addr = testkit.FreeAddr(t)
		cfg.PublicURL = "http://" + cfg.Addr
		runNode(t, cfg)
		ada := signUp(t, cfg.PublicURL)
		var me struct{ Email string }
		ada.call(http.MethodGet, "/me", nil, http.StatusOK, &me)
		for _, alias := range []string{"cached", "uncached"} {
			ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": alias}, http.StatusCreated, nil)
		}
		if status, _, err := ada.visit("/cached"); err != nil || status != http.StatusFound {
			t.Fatal(status, err)
		}
		for _, user := range []string{me.Email, "unknown@example.com"} {
			var out, said bytes.Buffer
			args := []string{"export", "--user", user, "--data", cfg.Data, "--public-url", "http://localhost:8080", "-o", filepath.Join(t.TempDir(), "x.csv")}
			if cfg.DatabaseURL != "" {
				args = append(args, "--database-url", cfg.DatabaseURL)
			}
			if code := Main(t.Context(), args, &out, &said); code == 2 || !strings.Contains(said.String(), "LINNET_PUBLIC_URL") {
				t.Errorf("export ended with %d and said %s", code, said.String())
			}
		}
		for _, alias := range []string{"/cached", "/uncached"} {
			if status, _, err := ada.visit(alias); err != nil || status != http.StatusFound {
				t.Errorf("%s answers %d, %v after the command", alias, status, err)
			}
		}
	})
}

func TestNode_RefusesToMoveADefaultDomainThatHasLinks(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.Addr = testkit.FreeAddr(t)
		cfg.PublicURL = "http://" + cfg.Addr
		cfg.SecretKey = sealed.New().Text()
		stop := runNode(t, cfg)
		ada := signUp(t, cfg.PublicURL)
		ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "launch"}, http.StatusCreated, nil)

		stop()
		second := cfg
		second.Addr, second.PublicURL = testkit.FreeAddr(t), "https://other.example.com"
		if cfg.DatabaseURL != "" {
			second.Data = t.TempDir()
		}
		_, err := app.New(t.Context(), second, app.Log{Logger: slog.New(slog.DiscardHandler), Lines: logqueue.New(io.Discard)})
		var move *domain.MoveError
		if !errors.As(err, &move) || !strings.Contains(doctor.Hint(err, cfg.Data), "--move-default-domain") {
			t.Fatalf("a node with another public URL started: %v", err)
		}

		// With the switch the domain moves, and a node with the old host does not start.
		second.MoveDefaultDomain = true
		runNode(t, second)()
		if _, err := app.New(t.Context(), cfg, app.Log{Logger: slog.New(slog.DiscardHandler), Lines: logqueue.New(io.Discard)}); !errors.As(err, &move) {
			t.Errorf("a node with the old host: %v", err)
		}
	})
}

func TestNode_DerivedPublicURLFollowsThePort(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	for range 2 {
		cfg := config.Config{Addr: testkit.FreeAddr(t), Data: data, JournalSync: "second"}
		if err := cfg.Complete(func(string) string { return "" }); err != nil {
			t.Fatal(err)
		}
		stop := runNode(t, cfg)
		ada := signUp(t, cfg.PublicURL)
		var made struct{ ShortURL string }
		ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/"}, http.StatusCreated, &made)
		if !strings.HasPrefix(made.ShortURL, cfg.PublicURL+"/") {
			t.Errorf("the short URL is %s, the public URL %s", made.ShortURL, cfg.PublicURL)
		}
		stop()
	}
}
