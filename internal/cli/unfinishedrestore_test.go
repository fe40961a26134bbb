package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"linnet/internal/config"
	"linnet/internal/testkit"
)

// interrupted leaves in a folder what a killed restore leaves: unpacked files, and with
// moved, some that are in place already.
func interrupted(t *testing.T, moved bool) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "data")
	names := []string{".restore/files/records.db", ".restore/lock"}
	if moved {
		names = append(names, ".restore/moving", "journal/000000000000.segment", "clicks.duckdb")
	}
	for _, name := range names {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("part of a file"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestMain_RefusesAFolderWithAnInterruptedRestore(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"serve", "--addr", "127.0.0.1:0"}, {"doctor"}, {"export", "--user", "ada@example.com"}, {"setup-code"}, {"user", "list"}, {"reclassify"},
		{"backup", filepath.Join(t.TempDir(), "x.tar.gz")}, {"migrate"}, {"audit", "verify"},
	} {
		folder := interrupted(t, false)
		var out, said bytes.Buffer
		code := Main(t.Context(), append(args, "--data", folder), &out, &said)
		if code != 1 || !strings.Contains(said.String(), "was interrupted") || !strings.Contains(said.String(), "Run linnet restore") {
			t.Errorf("%v: %d %s %s", args, code, out.String(), said.String())
		}
		if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
			t.Errorf("%v changed the folder: %v, %v", args, entries, err)
		}
	}
	if code := Main(t.Context(), []string{"version", "--data", interrupted(t, false)}, &bytes.Buffer{}, &bytes.Buffer{}); code != 0 {
		t.Errorf("version ends with %d", code)
	}
}

// TestGrammar_FewCommandsIgnoreTheInstall lists the commands that work on a folder whose
// restore was interrupted.
func TestGrammar_FewCommandsIgnoreTheInstall(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&grammar{}, kong.Vars{"version": ""})
	if err != nil {
		t.Fatal(err)
	}
	var ignoring []string
	var walk func(*kong.Node)
	walk = func(node *kong.Node) {
		if _, ignores := node.Target.Interface().(interface{ ignoresInstall() }); ignores {
			ignoring = append(ignoring, node.Name)
		}
		for _, child := range node.Children {
			walk(child)
		}
	}
	for _, child := range parser.Model.Children {
		walk(child)
	}
	slices.Sort(ignoring)
	want := []string{
		"completion", "man", "openapi", "restore", "version",
		"edit", "get", "list", "login", "logout", "open", "qr", "rm", "shorten", "stats", "whoami", // they call a server
	}
	if slices.Sort(want); !slices.Equal(ignoring, want) {
		t.Errorf("%v ignore the install, want %v", ignoring, want)
	}
}

func TestRestore_DiscardsWhatAnInterruptedRestoreLeft(t *testing.T) {
	t.Parallel()
	addr := testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: testkit.SQLiteDir(t), PublicURL: "http://" + addr, JournalSync: "second"}
	stop := startNode(t, cfg)
	signUp(t, cfg.PublicURL)
	stop()
	archive := filepath.Join(t.TempDir(), "linnet.tar.gz")
	run(t, "backup", archive, "--data", cfg.Data)
	for name, moved := range map[string]bool{"unpacking": false, "moving": true} {
		folder := interrupted(t, moved)
		if said := run(t, "restore", archive, "--data", folder); !strings.Contains(said, "1 users") {
			t.Errorf("%s: %s", name, said)
		}
		if _, err := os.Stat(filepath.Join(folder, ".restore")); !os.IsNotExist(err) {
			t.Errorf("%s: .restore is still there: %v", name, err)
		}
		run(t, "user", "list", "--data", folder)
	}
	beside := interrupted(t, true)
	if err := os.WriteFile(filepath.Join(beside, "notes.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, said bytes.Buffer
	if code := Main(t.Context(), []string{"restore", archive, "--data", beside}, &out, &said); code != 1 || !strings.Contains(said.String(), "notes.txt") {
		t.Errorf("a folder with a file of the operator: %d %s", code, said.String())
	}
	if _, err := os.Stat(filepath.Join(beside, "clicks.duckdb")); err != nil {
		t.Errorf("a refused restore deleted a file: %v", err)
	}
}
