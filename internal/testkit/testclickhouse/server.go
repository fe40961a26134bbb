// Package testclickhouse runs ClickHouse for tests: the library of the npm package
// chdb behind a small HTTP end, see tools/clickhouse.
package testclickhouse

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"

	"linnet/internal/testkit"
)

// URL returns the URL of a new, empty database. The first call of a process
// starts the server, which stops when the process exits or is killed.
//
// If the library is not installed (make clickhouse-library) the test is skipped,
// or fails if CI=true is set.
func URL(t testing.TB) string {
	t.Helper()
	testkit.Long(t)
	s, err := shared()
	if err != nil {
		skip(t, err)
	}
	return s.fresh(t)
}

// ProcessorTime returns the processor time that the server of URL has used so far, in
// steps of 10 ms; 0 on other systems than Linux.
func ProcessorTime(t testing.TB) (used time.Duration) {
	t.Helper()
	s, err := shared()
	if err != nil {
		skip(t, err)
	}
	// The process is a shell, and the server its child.
	shell := fmt.Sprintf("/proc/%d/task/%[1]d/children", s.process.Process.Pid)
	children, err := os.ReadFile(shell)
	if errors.Is(err, fs.ErrNotExist) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, pid := range strings.Fields(string(children)) {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil {
			t.Fatal(err)
		}
		// proc(5): fields 14 and 15, in steps of 10 ms; the second is a name in parentheses.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		for _, ticks := range fields[11:13] {
			n, err := strconv.Atoi(ticks)
			if err != nil {
				t.Fatal(err)
			}
			used += time.Duration(n) * 10 * time.Millisecond
		}
	}
	return used
}

// shared starts at most one server per process.
//
//nolint:gochecknoglobals // one server a test binary, started by the first test that needs it
var shared = sync.OnceValues(func() (*Server, error) {
	dir, err := os.MkdirTemp("", "linnet-ch-")
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, port: "0", removes: true}
	return s, s.start()
})

func skip(t testing.TB, err error) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("ClickHouse: %v", err)
	}
	t.Skipf("ClickHouse: %v", err)
}

// Server is a server that a test stops and starts again.
type Server struct {
	dir       string
	removes   bool   // the process removes the folder when its standard input ends
	port      string // "0": any, until the server is started
	process   *exec.Cmd
	keepAlive io.Closer
	databases atomic.Int64
}

// Start returns a server of its own and the URL of an empty database on it.
func Start(t testing.TB) (s *Server, database string) {
	t.Helper()
	testkit.Long(t)
	_, port, err := net.SplitHostPort(testkit.FreeAddr(t))
	if err != nil {
		t.Fatal(err)
	}
	s = &Server{dir: t.TempDir(), port: port}
	if err := s.start(); err != nil {
		skip(t, err)
	}
	t.Cleanup(s.Kill)
	return s, s.fresh(t)
}

// Kill ends the server as kill -9 does.
func (s *Server) Kill() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Kill() // fails when the process has ended
	_ = s.process.Wait()         // reports the signal
	s.process = nil
}

// Restart starts a killed server with its data and at its former address.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
}

// fresh creates a database and returns its URL.
func (s *Server) fresh(t testing.TB) string {
	t.Helper()
	name := "t" + strconv.FormatInt(s.databases.Add(1), 10)
	s.exec(t, "CREATE DATABASE "+name)
	t.Cleanup(func() {
		if s.process != nil {
			s.exec(t, "DROP DATABASE "+name+" SYNC")
		}
	})
	u := url.URL{Scheme: "http", Host: s.addr(), Path: "/" + name}
	return u.String()
}

func (s *Server) addr() string { return net.JoinHostPort("127.0.0.1", s.port) }

func (s *Server) exec(t testing.TB, statement string) {
	t.Helper()
	conn, err := clickhouse.Open(&clickhouse.Options{Protocol: clickhouse.HTTP, Addr: []string{s.addr()}})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(conn.Exec(context.Background(), statement), conn.Close()); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// start starts the process and waits until it listens.
func (s *Server) start() error {
	script, err := script()
	if err != nil {
		return err
	}
	command := `node "$1" "$2" "$3"; [ "$4" = true ] && rm -rf "$2"`
	process := exec.Command("sh", "-c", command, "sh", script, s.dir, s.port, strconv.FormatBool(s.removes))
	if !s.removes {
		process = exec.Command("node", script, s.dir, s.port) // a process that Kill reaches
	}
	process.Dir, process.Stderr = s.dir, os.Stderr
	in, err := process.StdinPipe()
	if err != nil {
		return err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := process.Start(); err != nil {
		return err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	port, found := strings.CutPrefix(strings.TrimSpace(line), "listening ")
	if err != nil || !found {
		return fmt.Errorf("the server did not start: %q: %w", line, err)
	}
	s.process, s.keepAlive, s.port = process, in, port
	return nil
}

// script returns the path of the HTTP end if its library is installed.
func script() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod above the working directory")
		}
	}
	dir = filepath.Join(dir, "tools", "clickhouse")
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "chdb")); err != nil {
		return "", errors.New("the library is not installed; run make clickhouse-library")
	}
	return filepath.Join(dir, "server.js"), nil
}
