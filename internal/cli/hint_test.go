package cli

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	engine "github.com/duckdb/duckdb-go/v2"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"

	"linnet/internal/app/doctor"
	"linnet/internal/testkit"
)

// TestMain_FailedStartPrintsAHint starts Linnet in invalid environments.
func TestMain_FailedStartPrintsAHint(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() })
	junk := func(name string) func(t *testing.T, data string) {
		return func(t *testing.T, data string) {
			t.Helper()
			if err := os.WriteFile(filepath.Join(data, name), bytes.Repeat([]byte("junk"), 10_000), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		prepare func(t *testing.T, data string)
		args    []string
		want    string
	}{
		"the port is taken": {args: []string{"--addr", taken.Addr().String()}, want: "LINNET_ADDR"},
		"the folder is a file": {prepare: func(t *testing.T, data string) {
			t.Helper()
			if err := errors.Join(os.RemoveAll(data), os.WriteFile(data, nil, 0o600)); err != nil {
				t.Fatal(err)
			}
		}, want: "must be a folder"},
		"the records are damaged": {prepare: junk("records.db"), want: "latest copy from backups/"},
		"the journal is of a later version": {prepare: func(t *testing.T, data string) {
			t.Helper()
			header := make([]byte, 40)
			copy(header, "linnetj9")
			binary.LittleEndian.PutUint32(header[36:], crc32.Checksum(header[:36], crc32.MakeTable(crc32.Castagnoli)))
			path := filepath.Join(data, "journal", "000000000000.segment")
			if err := errors.Join(os.Mkdir(filepath.Dir(path), 0o700), os.WriteFile(path, header, 0o600)); err != nil {
				t.Fatal(err)
			}
		}, want: "newer version of Linnet"},
		"another node has the folder": {prepare: func(t *testing.T, data string) { t.Helper(); launch(t, testkit.FreeAddr(t), data) }, want: "Another Linnet uses"},
		"PostgreSQL is down":          {args: []string{"--database-url", "postgres://u:hunter2@127.0.0.1:1/x"}, want: "LINNET_DATABASE_URL"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := testkit.SQLiteDir(t)
			if c.prepare != nil {
				c.prepare(t, data)
			}
			var out, said bytes.Buffer
			args := append([]string{"serve", "--addr", testkit.FreeAddr(t), "--data", data}, c.args...)
			if code := Main(t.Context(), args, &out, &said); code != 1 || !strings.Contains(said.String(), c.want) || strings.Contains(said.String(), "hunter2") {
				t.Errorf("exit %d: %s", code, said.String())
			}
		})
	}
}

func TestOperatorHint(t *testing.T) {
	t.Parallel()
	on := func(path string, err error) error {
		return fmt.Errorf("open: %w", &fs.PathError{Op: "open", Path: path, Err: err})
	}
	for name, c := range map[string]struct {
		err  error
		want string // "": no hint
	}{
		"another user's folder":        {on("/srv/linnet/records.db", syscall.EACCES), "cannot write to its data folder"},
		"a read-only disk":             {on("/srv/linnet/journal/1", syscall.EROFS), "cannot write to its data folder"},
		"a full disk":                  {on("/srv/linnet/journal/1", syscall.ENOSPC), "disk is full"},
		"SQLite on a full disk":        {fmt.Errorf("store: %w", sqlite3.Error{Code: sqlite3.ErrFull}), "disk is full"},
		"SQLite on a broken disk":      {fmt.Errorf("store: %w", sqlite3.Error{Code: sqlite3.ErrIoErr, ExtendedCode: sqlite3.ErrIoErrWrite}), "cannot be read and written"},
		"a damaged file of SQLite":     {fmt.Errorf("store: %w", sqlite3.Error{Code: sqlite3.ErrCorrupt}), "records.db in the data folder is damaged"},
		"a full disk of DuckDB":        {&engine.Error{Msg: `IO Error: Could not write file "x": No space left on device`}, "disk is full"},
		"a locked file of DuckDB":      {&engine.Error{Msg: "IO Error: Could not set lock on file: Conflicting lock is held in x"}, "Another Linnet"},
		"a folder of DuckDB":           {&engine.Error{Msg: "IO Error: Cannot open file: Permission denied"}, "cannot write to its data folder"},
		"PostgreSQL is away":           {fmt.Errorf("open: %w", &pgconn.ConnectError{}), "PostgreSQL cannot be reached"},
		"the words of a code alone":    {errors.New("database or disk is full (13): Permission denied, failed to connect to"), ""},
		"a port of root's":             {&net.OpError{Op: "listen", Err: os.NewSyscallError("bind", syscall.EACCES)}, "below 1024"},
		"a file of the operator's":     {on("/etc/places.mmdb", syscall.EACCES), ""},
		"what says the way out itself": {errors.New("the records were written by a newer Linnet"), ""},
	} {
		if got := doctor.Hint(c.err, "/srv/linnet"); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestReclassify_RequiresADataFolder(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "tpyo")
	var out, said bytes.Buffer
	if code := Main(t.Context(), []string{"reclassify", "--data", data}, &out, &said); code != 1 || !strings.Contains(said.String(), "LINNET_DATA") {
		t.Errorf("exit %d: %s", code, said.String())
	}
	if _, err := os.Stat(data); err == nil {
		t.Error("the folder was made")
	}
}

func TestImport_RequiresAKnownUser(t *testing.T) {
	t.Parallel()
	var out, said bytes.Buffer
	code := Main(t.Context(), []string{"export", "--user", "unknown@example.com", "--data", testkit.SQLiteDir(t)}, &out, &said)
	if code != 1 || !strings.Contains(said.String(), "unknown@example.com") || strings.Contains(said.String(), "sql:") {
		t.Errorf("exit %d: %s", code, said.String())
	}
}
