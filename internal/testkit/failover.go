package testkit

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// serve is a script that runs a program until its standard input ends.
const serve = `stop=$1; shift
"$@" >"$0" 2>&1 </dev/null &
cat >/dev/null
kill -$stop $!
wait $!`

// Server is a program that a test starts and kills.
type Server struct {
	t      testing.TB
	dir    string // of its log and its sockets
	args   []string
	pid    string // file with its process id
	stop   string // the signal that stops it at once
	as     osAccount
	finish io.Closer
}

// Start starts the program.
func (s *Server) Start() {
	s.t.Helper()
	cmd := exec.Command("sh", append([]string{"-c", serve, filepath.Join(s.dir, "log"), s.stop}, s.args...)...)
	cmd.Dir, cmd.SysProcAttr = s.dir, s.as.attributes()
	pipe, err := cmd.StdinPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.finish = pipe
	s.t.Cleanup(func() {
		_ = pipe.Close()
		_ = cmd.Wait()
	})
}

// Kill ends the program as kill -9 does.
func (s *Server) Kill() {
	s.t.Helper()
	s.signal(os.Kill)
}

func (s *Server) signal(with os.Signal) {
	s.t.Helper()
	text, err := os.ReadFile(s.pid)
	if err != nil {
		s.t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	number, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		s.t.Fatal(err)
	}
	process, err := os.FindProcess(number)
	if err == nil {
		err = process.Signal(with)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// await waits until a database accepts connections.
func await(t testing.TB, url string) {
	t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		c, err := pgx.Connect(t.Context(), url)
		if err == nil {
			_ = c.Close(t.Context())
			return
		}
		if t.Context().Err() != nil {
			t.Fatal(err)
		}
		<-tick.C
	}
}

// serverAccount returns the account of servers and a folder that belongs to it.
func serverAccount(t testing.TB) (osAccount, string) {
	t.Helper()
	as, err := unprivileged()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "linnet-pg-") // short: the path of a socket has at most 107 bytes
	if err == nil {
		err = as.own(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return as, dir
}

// Pooler is PgBouncer in transaction mode before the database of a URL.
type Pooler struct {
	Server
	URL string
}

// NewPooler starts PgBouncer, of Debian's package pgbouncer.
func NewPooler(t testing.TB, database string) *Pooler {
	t.Helper()
	as, dir := serverAccount(t)
	parsed, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	q := parsed.Query()
	settings := fmt.Sprintf(`[databases]
* = host=%s user=postgres
[pgbouncer]
pool_mode = transaction
listen_addr =
unix_socket_dir = %s
auth_type = any
pidfile = %s/pid
default_pool_size = 25
max_client_conn = 200
`, q.Get("host"), dir, dir)
	file := filepath.Join(dir, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(settings), 0o644); err != nil { //nolint:gosec // no secret, and of another account
		t.Fatal(err)
	}
	q.Set("host", dir)
	q.Set("port", "6432")
	q.Set("default_query_exec_mode", "cache_describe") // the server has no named statements
	parsed.RawQuery = q.Encode()
	bin, err := exec.LookPath("pgbouncer")
	if err != nil {
		bin = "/usr/sbin/pgbouncer"
	}
	p := &Pooler{
		URL: parsed.String(),
		Server: Server{
			t:    t,
			dir:  dir,
			args: []string{bin, file},
			pid:  filepath.Join(dir, "pid"),
			stop: "TERM",
			as:   as,
		},
	}
	p.Start()
	await(t, p.URL)
	return p
}

// supervise is a script that starts a program again whenever it has ended. A shell in
// the background ignores SIGQUIT.
const supervise = `trap 'kill -QUIT $p; wait $p; exit' TERM
while :; do
  "$@" & p=$!
  wait $p
  sleep 0.1
done`

// Database is a PostgreSQL server that is started again after it was killed.
type Database struct {
	Server
	URL string // of an empty database
}

// NewDatabase starts a server.
func NewDatabase(t testing.TB) *Database {
	t.Helper()
	bin, err := binaries()
	if err != nil {
		t.Fatal(err)
	}
	as, dir := serverAccount(t)
	initialize(t, bin, dir, as)
	d := &Database{Server: *postgres(t, bin, dir, as), URL: address(dir)}
	d.args, d.stop = append([]string{"sh", "-c", supervise, "sh"}, d.args...), "TERM"
	d.Start()
	d.Await()
	return d
}

// Await waits until the server accepts connections.
func (d *Database) Await() {
	d.t.Helper()
	await(d.t, d.URL)
}

// initialize creates the data of a server in dir.
func initialize(t testing.TB, bin, dir string, as osAccount) {
	t.Helper()
	runAs(t, dir, as, filepath.Join(bin, "initdb"), "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8",
		"--locale=C.UTF-8", "-D", filepath.Join(dir, "data"))
}

// postgres returns a server for the data in dir, which listens on a socket there.
func postgres(t testing.TB, bin, dir string, as osAccount) *Server {
	data := filepath.Join(dir, "data")
	return &Server{
		t:    t,
		dir:  dir,
		pid:  filepath.Join(data, "postmaster.pid"),
		stop: "QUIT",
		as:   as,
		args: []string{
			filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-c", "listen_addresses=", "-c", "shared_buffers=32MB", "-c", "fsync=off",
		},
	}
}

// address returns the URL of the database of servers with these folders.
func address(dirs string, more ...string) string {
	q := url.Values{"host": {dirs}, "user": {"postgres"}, "database": {"postgres"}, "sslmode": {"disable"}}
	for _, m := range more {
		q.Set("target_session_attrs", m)
	}
	return "postgres:///?" + q.Encode()
}

// runAs runs a program of an account in dir.
func runAs(t testing.TB, dir string, as osAccount, program string, args ...string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.SysProcAttr = dir, as.attributes()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
}

// Replicated is a PostgreSQL server with a replica that confirms each commit. Clients
// with its URL find the one that accepts changes.
type Replicated struct {
	URL              string
	Primary, Replica *Server
	bin              string
}

// NewReplicated starts both servers.
func NewReplicated(t testing.TB) *Replicated {
	t.Helper()
	bin, err := binaries()
	if err != nil {
		t.Fatal(err)
	}
	as, first := serverAccount(t)
	_, second := serverAccount(t)
	r := &Replicated{bin: bin}
	initialize(t, bin, first, as)
	r.Primary, r.Replica = postgres(t, bin, first, as), postgres(t, bin, second, as)
	r.Primary.Start()
	await(t, address(first))
	runAs(t, second, as, filepath.Join(bin, "pg_basebackup"), "-D", filepath.Join(second, "data"), "-R", "-X", "stream", "-c", "fast",
		"-h", first, "-U", "postgres")
	r.Replica.Start()
	await(t, address(second))
	c, err := pgx.Connect(t.Context(), address(first))
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"} {
		_, execErr := c.Exec(t.Context(), statement)
		err = errors.Join(err, execErr)
	}
	if err = errors.Join(err, c.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	r.URL = address(first+","+second, "read-write")
	return r
}

// Promote makes the replica the primary.
func (r *Replicated) Promote() {
	t := r.Replica.t
	t.Helper()
	runAs(t, r.Replica.dir, r.Replica.as, filepath.Join(r.bin, "pg_ctl"), "promote", "-w", "-D", filepath.Join(r.Replica.dir, "data"))
}
