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
	"os/user"
	"path/filepath"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"linnet/internal/infra/records"
)

// Postgres returns the URL of a fresh, empty database on a throw-away server
// that listens on a Unix socket only. The server starts with the first test of
// a package that asks for it and dies with the test binary, however that ends;
// the database is dropped when t is over.
//
// Without PostgreSQL on the machine the test is skipped, and fails where the
// environment says CI=true: a skip there would be a hole nobody sees.
func Postgres(t testing.TB) string {
	t.Helper()
	c := server(t)
	return c.fresh(t, "template1")
}

// migratedPostgres is Postgres with the schema in it. The schema is made once a
// server and copied from then on.
func migratedPostgres(t testing.TB) string {
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

// migrated is the database that migratedPostgres copies.
const migrated = "migrated"

func server(t testing.TB) *cluster {
	t.Helper()
	c, err := sharedCluster()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("PostgreSQL: %v", err)
		}
		t.Skipf("PostgreSQL: %v", err)
	}
	return c
}

// fresh copies a database for one test.
func (c *cluster) fresh(t testing.TB, template string) string {
	t.Helper()
	name := "t" + strconv.FormatInt(c.databases.Add(1), 10)
	c.exec(t, "CREATE DATABASE "+name+" TEMPLATE "+template)
	t.Cleanup(func() { c.exec(t, "DROP DATABASE "+name+" WITH (FORCE)") })
	return c.url(name)
}

// sharedCluster starts at most one server a process.
//
//nolint:gochecknoglobals // one server a test binary, whichever test asks first
var sharedCluster = sync.OnceValues(startCluster)

type cluster struct {
	dir       string
	databases atomic.Int64
	migrate   sync.Once
	keepAlive io.WriteCloser // the server lives as long as this pipe is open
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

// watch runs the server until its standard input ends, which happens when the
// test binary exits or is killed, and then leaves nothing behind.
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
	dir, err := os.MkdirTemp("", "linnet-pg-") // short: a socket's path has 107 bytes
	if err != nil {
		return nil, err
	}
	if as != nil {
		if err := os.Chown(dir, int(as.Uid), int(as.Gid)); err != nil {
			return nil, err
		}
	}
	// ICU collation on purpose: it sorts unlike bytes, as a real server may.
	initdb := exec.Command(filepath.Join(bin, "initdb"), "--no-sync", "--auth=trust", "--username=postgres",
		"--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US", filepath.Join(dir, "data"))
	initdb.Dir = dir
	initdb.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	server := exec.Command("sh", "-c", watch, "sh", bin, dir)
	server.Dir = dir
	// Its own process group: a Ctrl-C for the tests must reach the pipe, not the server.
	server.SysProcAttr = &syscall.SysProcAttr{Credential: as, Setpgid: true}
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

// await returns when the server answers, or with its log when it never does.
func (c *cluster) await() error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	var err error
	for range patience {
		if err = c.try("SELECT 1"); err == nil {
			return nil
		}
		<-tick.C
	}
	log, readErr := os.ReadFile(filepath.Join(c.dir, "log"))
	return errors.Join(fmt.Errorf("the server does not answer: %w\n%s", err, bytes.TrimSpace(log)), readErr)
}

// patience is how many ticks a server may take to start: a minute, on a
// machine that is busy with everything else.
const patience = 3000

// binaries returns the folder that holds initdb and postgres.
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

// unprivileged returns whom to run as when the tests run as root, whom
// PostgreSQL refuses; nil means: as ourselves.
func unprivileged() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil //nolint:nilnil // "as ourselves" is what SysProcAttr means by nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil {
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
		}
	}
	return nil, fmt.Errorf("the tests run as root and there is neither a user postgres nor nobody to run the server as")
}
