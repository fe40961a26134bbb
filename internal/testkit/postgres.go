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
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"linnet/internal/infra/records"
)

// Postgres returns the URL of a new, empty database on a temporary server that
// listens on a Unix socket only: that of WithPostgres, or else one of the process. The
// first call of a process starts it; it stops when the process exits or is killed. The
// database is dropped at the end of t.
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
		if err := c.makeTemplate(t.Context(), t.TempDir()); err != nil {
			t.Fatal(err)
		}
	})
	return c.fresh(t, migrated)
}

// migrated is the template database of MigratedPostgres, and migrating is what becomes it.
const migrated, migrating = "migrated", "migrating"

// makeTemplate makes the template database, unless another process has made it.
func (c *cluster) makeTemplate(ctx context.Context, dir string) (err error) {
	db, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close(ctx)) }() // also releases the lock
	if _, err := db.Exec(ctx, `SELECT pg_advisory_lock(1)`); err != nil {
		return err
	}
	var made bool
	err = db.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)`, migrated).Scan(&made)
	if err != nil || made {
		return err
	}
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + migrating + " WITH (FORCE)", "CREATE DATABASE " + migrating} {
		if _, err := db.Exec(ctx, statement); err != nil {
			return err
		}
	}
	s, err := records.Open(ctx, records.Options{URL: c.url(migrating), Dir: dir})
	if err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	_, err = db.Exec(ctx, "ALTER DATABASE "+migrating+" RENAME TO "+migrated)
	return err
}

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
	name := fmt.Sprintf("t%d_%d", os.Getpid(), c.databases.Add(1))
	c.exec(t, "CREATE DATABASE "+name+" TEMPLATE "+template)
	t.Cleanup(func() { c.exec(t, "DROP DATABASE "+name+" WITH (FORCE)") })
	return c.url(name)
}

// sharedCluster returns the server of WithPostgres, or starts one for the process.
//
//nolint:gochecknoglobals // one server a test binary, started by the first test that needs it
var sharedCluster = sync.OnceValues(func() (*cluster, error) {
	if dir := os.Getenv(sharedPostgres); dir != "" {
		return &cluster{dir: dir}, nil
	}
	return startCluster()
})

// sharedPostgres is the environment variable with the folder of the server of
// WithPostgres.
const sharedPostgres = "LINNET_TEST_POSTGRES"

// WithPostgres calls run with the environment for the test binaries that it starts, so
// that they share one PostgreSQL server. Without PostgreSQL on the machine the
// environment is that of the process, and the tests say what they need.
func WithPostgres(run func(environment []string) error) error {
	environment := os.Environ()
	c, err := startCluster()
	if err != nil {
		return run(environment)
	}
	err = run(append(environment, sharedPostgres+"="+c.dir))
	return errors.Join(err, c.keepAlive.Close(), c.watcher.Wait())
}

type cluster struct {
	dir       string
	databases atomic.Int64
	migrate   sync.Once
	keepAlive io.WriteCloser // the server stops when this pipe is closed; nil: it is that of WithPostgres
	watcher   *exec.Cmd      // ends after the server has stopped
}

func (c *cluster) url(database string) string {
	q := url.Values{"host": {c.dir}, "user": {"postgres"}, "sslmode": {"disable"}}
	return "postgres:///" + database + "?" + q.Encode()
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
// happens when the test binary exits or is killed, and then removes its files. The
// environment variable LINNET_TEST_POSTGRES_OPTIONS has further options: a benchmark needs
// what a real server does.
const watch = `"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c full_page_writes=off \
  -c synchronous_commit=off -c shared_buffers=32MB -c max_connections=600 -c autovacuum=off \
  $LINNET_TEST_POSTGRES_OPTIONS >"$2/log" 2>&1 </dev/null &
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
	c := &cluster{dir: dir, keepAlive: pipe, watcher: server}
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
