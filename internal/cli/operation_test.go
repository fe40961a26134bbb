package cli

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"linnet/internal/app"
	"linnet/internal/app/doctor"
	"linnet/internal/app/stores"
	"linnet/internal/base/logqueue"
	"linnet/internal/config"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// usedFolder returns the folder of a stopped install with one link and a click.
func usedFolder(t *testing.T) config.Config {
	t.Helper()
	addr := testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: testkit.SQLiteDir(t), PublicURL: "http://" + addr, JournalSync: "second"}
	stop := runNode(t, cfg)
	ada := signUp(t, cfg.PublicURL)
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "launch"}, http.StatusCreated, nil)
	if status, _, err := ada.visit("/launch"); err != nil || status != http.StatusFound {
		t.Fatal(status, err)
	}
	stop()
	return cfg
}

func TestNode_RefusesANewInstallBesideClicks(t *testing.T) {
	t.Parallel()
	cfg := usedFolder(t)
	records := filepath.Join(cfg.Data, records.File)
	for name, lose := range map[string]func() error{
		"missing": func() error { return os.Remove(records) },
		"empty":   func() error { return os.WriteFile(records, nil, 0o600) },
	} {
		if err := lose(); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		var out, said bytes.Buffer
		args := []string{"serve", "--addr", cfg.Addr, "--public-url", cfg.PublicURL, "--data", cfg.Data}
		if code := Main(t.Context(), args, &out, &said); code != 1 || !strings.Contains(said.String(), "--new-install") {
			t.Errorf("%s records: exit %d: %s", name, code, said.String())
		}
		if info, err := os.Stat(records); err == nil && info.Size() > 0 {
			t.Errorf("%s records: the file was made", name)
		}
	}
	cfg.NewInstall = true
	signUp(t, startedAt(t, cfg))
}

func TestNode_RefusesAFreshDatabaseBesideClicks(t *testing.T) {
	t.Parallel()
	cfg := usedFolder(t)
	cfg.DatabaseURL = testkit.Postgres(t)
	if _, err := app.New(t.Context(), cfg, app.Log{Logger: slog.New(slog.DiscardHandler), Lines: logqueue.New(io.Discard)}); !errors.Is(err, stores.ErrNewInstall) || !strings.Contains(doctor.Hint(err, cfg.Data), "--new-install") {
		t.Errorf("a fresh PostgreSQL beside clicks: %v", err)
	}
}

func TestNode_LogsAMissingClickStore(t *testing.T) {
	t.Parallel()
	cfg := usedFolder(t)
	if err := os.Remove(filepath.Join(cfg.Data, "clicks.duckdb")); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	node, err := app.New(t.Context(), cfg, app.Log{Logger: slog.New(slog.NewTextHandler(&log, nil)), Lines: logqueue.New(io.Discard)})
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Close(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(log.String(), "click store missing") {
		t.Errorf("the log says %s", log.String())
	}
}

// startedAt runs a node until the test ends and returns its origin.
func startedAt(t *testing.T, cfg config.Config) string {
	t.Helper()
	runNode(t, cfg)
	return cfg.PublicURL
}

// readyAnswer returns the status and the body of /readyz.
func readyAnswer(t *testing.T, origin string) (int, string) {
	t.Helper()
	answer, err := http.Get(origin + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(answer.Body); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, body.String()
}

// TestReadiness_FailsWhenATableCannotBeRead damages the root page of a table, as
// a failing disk does.
func TestReadiness_FailsWhenATableCannotBeRead(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"links", "aliases"} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			cfg := usedFolder(t)
			damagePage(t, filepath.Join(cfg.Data, records.File), rootPage(t, cfg.Data, table))
			origin := startedAt(t, cfg)
			if status, body := readyAnswer(t, origin); status != http.StatusServiceUnavailable || !strings.Contains(body, `"records":"failing"`) {
				t.Errorf("/readyz answers %d %s", status, body)
			}
		})
	}
}

func TestReadiness_NamesNoPathsAndNoEngine(t *testing.T) {
	t.Parallel()
	cfg := usedFolder(t)
	damagePage(t, filepath.Join(cfg.Data, records.File), rootPage(t, cfg.Data, "links"))
	cfg.MetricsAddr = testkit.FreeAddr(t)
	origin := startedAt(t, cfg)
	_, public := readyAnswer(t, origin)
	_, operators := readyAnswer(t, "http://"+cfg.MetricsAddr)
	for _, detail := range []string{"malformed", "SELECT"} {
		if strings.Contains(public, detail) || !strings.Contains(operators, detail) {
			t.Errorf("%q belongs on the metrics address only:\n%s\n%s", detail, public, operators)
		}
	}
}

func TestNode_RestrictsTheFilesOfAnOpenFolder(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		return // no modes there
	}
	cfg := usedFolder(t)
	other := filepath.Join(cfg.Data, "notes.txt")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]fs.FileMode{
		cfg.Data: 0o755, filepath.Join(cfg.Data, "clicks.duckdb"): 0o644, filepath.Join(cfg.Data, "journal"): 0o755, other: 0o644,
	} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	app.RestrictUmask()
	startedAt(t, cfg)
	entries, err := os.ReadDir(cfg.Data)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		if open := info.Mode().Perm() & 0o077; (open != 0) != (entry.Name() == "notes.txt") {
			t.Errorf("%s has mode %v", entry.Name(), info.Mode())
		}
	}
}

func TestProgram_DrainsOnSIGHUP(t *testing.T) {
	t.Parallel()
	// A child inherits an ignored SIGHUP, as under nohup, but not a handled one.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	process := launch(t, testkit.FreeAddr(t), testkit.SQLiteDir(t))
	if err := process.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	killer := time.AfterFunc(time.Minute, func() { _ = process.Process.Kill() })
	defer killer.Stop()
	if err := process.Wait(); err != nil {
		t.Errorf("after SIGHUP the process ended with %v, want exit 0", err)
	}
}

func TestMetrics_CountJobsMailAndDisk(t *testing.T) {
	t.Parallel()
	addr := testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: testkit.SQLiteDir(t), PublicURL: "http://" + addr, JournalSync: "second", MetricsAddr: testkit.FreeAddr(t)}
	ada := signUp(t, startedAt(t, cfg))
	var me struct{ Email string }
	ada.call(http.MethodGet, "/me", nil, http.StatusOK, &me)
	ada.call(http.MethodPost, "/auth/forgot-password", map[string]any{"email": me.Email}, http.StatusOK, nil)
	eventually(t, func() string {
		answer, err := http.Get("http://" + cfg.MetricsAddr + "/metrics")
		if err != nil {
			return err.Error()
		}
		defer answer.Body.Close()
		var body bytes.Buffer
		if _, err := body.ReadFrom(answer.Body); err != nil {
			return err.Error()
		}
		for _, want := range []string{
			`linnet_mails_total{result="sent"} 1`, `linnet_webhook_attempts_total{result="failed"} 0`, `linnet_jobs_total{result="failed"} 0`, "linnet_disk_free_bytes ", `linnet_check_up{check="records"} 1`,
			"linnet_build_info{",
		} {
			if !strings.Contains(body.String(), want) {
				return "no " + want
			}
		}
		return ""
	})
}
