package cli

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/app"
	"linnet/internal/app/doctor"
	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/logqueue"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/testkit"
)

// startsWith returns the error of opening a node, which it closes.
func startsWith(t *testing.T, cfg config.Config) error {
	t.Helper()
	n, err := app.New(t.Context(), cfg, app.Log{Logger: slog.New(slog.DiscardHandler), Lines: logqueue.New(io.Discard)})
	if err != nil {
		return err
	}
	return n.Close()
}

func requireSecretKeyError(t *testing.T, name string, err error) {
	t.Helper()
	if !errors.Is(err, stores.ErrSecretKey) || !strings.Contains(doctor.Hint(err, ""), "--new-secret-key") {
		t.Errorf("%s: %v, want an error about the secret key", name, err)
	}
}

func TestNode_RefusesAnotherSecretKey(t *testing.T) {
	t.Parallel()
	cfg := config.Config{Addr: testkit.FreeAddr(t), Data: testkit.SQLiteDir(t), PublicURL: "http://localhost:8080", JournalSync: "second"}
	if err := startsWith(t, cfg); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(cfg.Data, "secret.key")
	info, err := os.Stat(path)
	if err != nil || info.Mode() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	first, err := sealed.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := startsWith(t, cfg); err != nil {
		t.Errorf("a second start: %v", err)
	}

	configured := cfg
	configured.SecretKey = sealed.New().Text()
	requireSecretKeyError(t, "another key in the settings", startsWith(t, configured))
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	requireSecretKeyError(t, "a missing file", startsWith(t, cfg))
	if _, err := os.Stat(path); err == nil {
		t.Error("a new key was created beside the values of the old one")
	}
	configured.SecretKey = first.Text()
	if err := startsWith(t, configured); err != nil {
		t.Errorf("the key of the file in the settings: %v", err)
	}
	if err := sealed.WriteFile(path, sealed.New()); err != nil {
		t.Fatal(err)
	}
	requireSecretKeyError(t, "another key in the file", startsWith(t, cfg))

	cfg.NewSecretKey = true
	if err := startsWith(t, cfg); err != nil {
		t.Fatalf("a new key: %v", err)
	}
	cfg.NewSecretKey = false
	if err := startsWith(t, cfg); err != nil {
		t.Errorf("a start after the new key: %v", err)
	}
	requireSecretKeyError(t, "the replaced key", startsWith(t, configured))
}

func TestNode_NodesOfOneDatabaseShareTheSecretKey(t *testing.T) {
	t.Parallel()
	node := func(database, key string) config.Config {
		return config.Config{
			Addr: testkit.FreeAddr(t), Data: t.TempDir(), PublicURL: "http://localhost:8080", JournalSync: "second", DatabaseURL: database, SecretKey: key,
		}
	}
	database, key := testkit.MigratedPostgres(t), sealed.New().Text()
	for range 2 {
		if err := startsWith(t, node(database, key)); err != nil {
			t.Error(err)
		}
	}
	other := node(database, "")
	requireSecretKeyError(t, "a node without the key", startsWith(t, other))
	if _, err := os.Stat(filepath.Join(other.Data, "secret.key")); err == nil {
		t.Error("the node created a key of its own")
	}
}

func TestBackup_ContainsTheSecretKeyOfTheDataFolder(t *testing.T) {
	t.Parallel()
	cfg := config.Config{Addr: testkit.FreeAddr(t), Data: testkit.SQLiteDir(t), PublicURL: "http://localhost:8080", JournalSync: "second"}
	if err := startsWith(t, cfg); err != nil {
		t.Fatal(err)
	}
	archive, restored := filepath.Join(t.TempDir(), "linnet.tar.gz"), filepath.Join(t.TempDir(), "restored")
	run(t, "backup", archive, "--data", cfg.Data)
	run(t, "restore", archive, "--data", restored)
	want, err := sealed.ReadFile(filepath.Join(cfg.Data, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(restored, "secret.key")
	if got, err := sealed.ReadFile(path); err != nil || got != want {
		t.Errorf("the restored key differs, %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	cfg.Data = restored
	if err := startsWith(t, cfg); err != nil {
		t.Errorf("a start on the restored folder: %v", err)
	}
}

func TestDoctor_ChecksTheSecretKey(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(t *testing.T, cfg *config.Config, path string) error
		want   []string
	}{
		"the key of the records": {func(*testing.T, *config.Config, string) error { return nil }, []string{"ok       secret key", "opens"}},
		"a file that others can read": {func(_ *testing.T, _ *config.Config, path string) error {
			return os.Chmod(path, 0o644) //nolint:gosec // what is tested
		}, []string{"PROBLEM  secret key", "chmod 600"}},
		"a missing file": {func(_ *testing.T, _ *config.Config, path string) error { return os.Remove(path) },
			[]string{"PROBLEM  secret key", "is missing", "--new-secret-key"}},
		"another file": {func(_ *testing.T, _ *config.Config, path string) error {
			return os.WriteFile(path, []byte(sealed.New().Text()), 0o600)
		}, []string{"PROBLEM  secret key", "has another key"}},
		"another setting": {func(_ *testing.T, cfg *config.Config, _ string) error {
			cfg.SecretKey = sealed.New().Text()
			return nil
		}, []string{"PROBLEM  secret key", "LINNET_SECRET_KEY has another key"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config.Config{Addr: testkit.FreeAddr(t), Data: testkit.SQLiteDir(t), PublicURL: "http://localhost:8080", JournalSync: "second"}
			if err := startsWith(t, cfg); err != nil {
				t.Fatal(err)
			}
			if err := c.change(t, &cfg, filepath.Join(cfg.Data, "secret.key")); err != nil {
				t.Fatal(err)
			}
			findings, err := doctor.New(doctor.Deps{Config: cfg, Clock: clock.System{}}).Diagnose(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			if err := printFindings(&out, findings); err != nil {
				t.Fatal(err)
			}
			for _, want := range c.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("no %q in %s", want, &out)
				}
			}
		})
	}
}
