package testkit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"linnet/internal/infra/records"
)

// Postgres returns the URL of a new, empty database on a temporary server that
// listens on a Unix socket only. The first call of a process starts the server;
// it stops when the process exits or is killed. The database is dropped at the
// end of t.
//
// The test is skipped unless Engines includes PostgreSQL. Without PostgreSQL on the
// machine it is skipped, too, or fails if CI=true is set, so that CI cannot pass
// without these tests.
func Postgres(t testing.TB) string {
	t.Helper()
	c := server(t)
	return c.fresh(t, "template1")
}

// MigratedPostgres is Postgres with the current schema. It migrates one template
// database per server and copies that.
func MigratedPostgres(t testing.TB) string {
	t.Helper()
	c := server(t)
	c.migrate.Do(func() {
		c.exec(t, "CREATE DATABASE "+migrated)
		s, err := records.Open(t.Context(), records.Options{URL: c.url(migrated), Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
	return c.fresh(t, migrated)
}

// migrated is the template database of MigratedPostgres.
const migrated = "migrated"

func server(t testing.TB) *cluster {
	t.Helper()
	if !allEngines() {
		t.Skipf("PostgreSQL: set %s=all to test it, too", Engines)
	}
	c, err := sharedCluster()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("PostgreSQL: %v", err)
		}
		t.Skipf("PostgreSQL: %v", err)
	}
	return c
}

// fresh copies a template database for one test.
func (c *cluster) fresh(t testing.TB, template string) string {
	t.Helper()
	name := "t" + strconv.FormatInt(c.databases.Add(1), 10)
	c.exec(t, "CREATE DATABASE "+name+" TEMPLATE "+template)
	t.Cleanup(func() { c.exec(t, "DROP DATABASE "+name+" WITH (FORCE)") })
	return c.url(name)
}

// sharedCluster starts at most one server per process.
//
//nolint:gochecknoglobals // one server a test binary, started by the first test that needs it
var sharedCluster = sync.OnceValues(startCluster)

type cluster struct {
	dir       string
	databases atomic.Int64
	migrate   sync.Once
	keepAlive io.WriteCloser // the server stops when this pipe is closed
}

func (c *cluster) url(database string) string {
	q := url.Values{"host": {c.dir}, "user": {"postgres"}, "database": {database}, "sslmode": {"disable"}}
	return "postgres:///?" + q.Encode()
}

func (c *cluster) exec(t testing.TB, statement string) {
	t.Helper()
	if err := c.try(statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func (c *cluster) try(statement string) error {
	ctx := context.Background()
	db, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, statement)
	return errors.Join(err, db.Close(ctx))
}

// watch is a script that runs the server until its standard input ends, which
// happens when the test binary exits or is killed, and then removes its files.
const watch = `"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c full_page_writes=off \
  -c synchronous_commit=off -c shared_buffers=32MB -c max_connections=300 -c autovacuum=off >"$2/log" 2>&1 </dev/null &
cat >/dev/null
kill -QUIT $!
wait $!
rm -rf "$2"`

func startCluster() (*cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	as, err := unprivileged()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "linnet-pg-") // short: the path of a socket has at most 107 bytes
	if err != nil {
		return nil, err
	}
	if err := as.own(dir); err != nil {
		return nil, err
	}
	// ICU collation does not sort by bytes, as on many real servers.
	initdb := exec.Command(filepath.Join(bin, "initdb"), "--no-sync", "--auth=trust", "--username=postgres",
		"--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US", filepath.Join(dir, "data"))
	initdb.Dir = dir
	initdb.SysProcAttr = as.attributes()
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	server := exec.Command("sh", "-c", watch, "sh", bin, dir)
	server.Dir = dir
	server.SysProcAttr = as.attributes()
	pipe, err := server.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := server.Start(); err != nil {
		return nil, err
	}
	c := &cluster{dir: dir, keepAlive: pipe}
	return c, c.await()
}

// await waits until the server responds. It returns an error with the server log
// when it does not.
func (c *cluster) await() error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	var err error
	for range startTicks {
		if err = c.try("SELECT 1"); err == nil {
			return nil
		}
		<-tick.C
	}
	log, readErr := os.ReadFile(filepath.Join(c.dir, "log"))
	return errors.Join(fmt.Errorf("the server does not answer: %w\n%s", err, bytes.TrimSpace(log)), readErr)
}

// startTicks is the number of ticks that the server may take to start: a minute,
// for loaded machines.
const startTicks = 3000

// binaries returns the folder of initdb and postgres.
func binaries() (string, error) {
	if found, err := exec.LookPath("initdb"); err == nil {
		if found, err = filepath.EvalSymlinks(found); err == nil {
			return filepath.Dir(found), nil
		}
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("not on this machine; install the package postgresql")
	}
	sort.Strings(found)
	return filepath.Dir(found[len(found)-1]), nil
}
