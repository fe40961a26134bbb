package duckdb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/click"
)

// TestStore_WorksInAnyFolder opens, closes and reopens stores in folders with legal
// names, and reads a copy beside them.
func TestStore_WorksInAnyFolder(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"plain", "two words", "it's", `a"b`, "a#b", "100%", "a%20b", "%zz", "a&b=c", "a;b", "a:b", "ünïcode", "new\nline", "~", "$HOME", "*",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(t.TempDir(), name)
			if err := os.Mkdir(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(folder, "clicks.duckdb")
			for round := range uint64(2) {
				s, err := Open(t.Context(), path, Options{})
				if err != nil {
					t.Fatal(err)
				}
				var access string
				if err := s.db.QueryRowContext(t.Context(), "SELECT current_setting('enable_external_access')").Scan(&access); err != nil || access != "false" {
					t.Errorf("external access is %s, %v", access, err)
				}
				if err := s.Append(t.Context(), click.Batch{Clicks: []click.Click{{ID: round + 1, WorkspaceID: 1, LinkID: 1, At: time.Now()}}, Through: round + 1}); err != nil {
					t.Fatal(err)
				}
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if info, err := os.Stat(path); err != nil || info.Size() == 0 {
				t.Errorf("the file is not in its folder: %v", err)
			}
			db, err := openReadOnly(path)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if in, err := inspect(t.Context(), db, true); err != nil || in.Position != 2 || in.Clicks != 2 {
				t.Errorf("read again: %+v, %v", in, err)
			}
		})
	}
}

func TestOpen_RefusesAQuestionMark(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "a?threads=1&memory_limit=1MB")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), filepath.Join(folder, "clicks.duckdb"), Options{}); err == nil || !strings.Contains(err.Error(), "question mark") {
		t.Errorf("Open returned %v", err)
	}
	if entries, err := os.ReadDir(filepath.Dir(folder)); err != nil || len(entries) != 1 {
		t.Errorf("files were created beside the folder: %v, %v", entries, err)
	}
}
