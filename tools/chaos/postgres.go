package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// cluster is a throw-away PostgreSQL server on a Unix socket.
type cluster struct {
	bin, dir string
	as       *syscall.Credential // nil: as ourselves
	shell    *exec.Cmd           // nil while the server is stopped
	input    io.Closer
}

// usePostgres starts a server and has the node keep its records there.
func usePostgres(n *node) (cleanUp func() error, err error) {
	c := &cluster{}
	if c.bin, err = postgresFolder(); err != nil {
		return nil, err
	}
	if c.as, err = unprivileged(); err != nil {
		return nil, err
	}
	if c.dir, err = os.MkdirTemp("", "linnet-pg-"); err != nil { // short: a socket's path has 107 bytes
		return nil, err
	}
	cleanUp = func() error { return errors.Join(c.stop(), os.RemoveAll(c.dir)) }
	if err := errors.Join(c.init(), c.start(n)); err != nil {
		return nil, errors.Join(err, cleanUp())
	}
	q := url.Values{"host": {c.dir}, "user": {"postgres"}, "database": {"postgres"}, "sslmode": {"disable"}}
	n.env = append(n.env, "LINNET_DATABASE_URL=postgres:///?"+q.Encode())
	n.database = c
	return cleanUp, nil
}

// stopPostgres fails if no visit is answered while the server is away: the
// visited link is cached.
func stopPostgres(n *node) (string, error) {
	if err := n.database.stop(); err != nil {
		return "", err
	}
	before := n.load.answered.Load()
	note := n.watch(frozenFor)
	if n.load.answered.Load() == before {
		return "", errors.New("no visit to a cached link was answered while PostgreSQL was away")
	}
	return "stopped immediate; while away " + note, n.database.start(n)
}

func (c *cluster) init() error {
	if c.as != nil {
		if err := os.Chown(c.dir, int(c.as.Uid), int(c.as.Gid)); err != nil {
			return err
		}
	}
	initdb := c.command(filepath.Join(c.bin, "initdb"), "--no-sync", "--auth=trust", "--username=postgres",
		"--encoding=UTF8", "--locale=C.UTF-8", filepath.Join(c.dir, "data"))
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, oneLine(string(out)))
	}
	return nil
}

func (c *cluster) command(name string, args ...string) *exec.Cmd {
	command := exec.Command(name, args...)
	command.Dir = c.dir
	// Its own process group: Ctrl-C must reach this program only.
	command.SysProcAttr = &syscall.SysProcAttr{Credential: c.as, Setpgid: true}
	return command
}

// serve runs the server until its standard input ends, which also happens when
// this program is killed. SIGQUIT is the immediate shutdown.
const serve = `"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c shared_buffers=32MB >>"$2/log" 2>&1 </dev/null &
cat >/dev/null
kill -QUIT $!
wait $!
exit 0`

// start returns when the server accepts connections, or with its log when it
// does not within a minute.
func (c *cluster) start(n *node) error {
	shell := c.command("sh", "-c", serve, "sh", c.bin, c.dir)
	input, err := shell.StdinPipe()
	if err != nil {
		return err
	}
	if err := shell.Start(); err != nil {
		return err
	}
	c.shell, c.input = shell, input
	err = n.poll(time.Minute, func() error {
		return c.command(filepath.Join(c.bin, "pg_isready"), "--quiet", "--host", c.dir).Run()
	})
	if err == nil {
		return nil
	}
	log, readErr := os.ReadFile(filepath.Join(c.dir, "log"))
	return errors.Join(fmt.Errorf("PostgreSQL does not answer: %w: %s", err, bytes.TrimSpace(log)), readErr)
}

// stop ends the server without a checkpoint, as a crash does.
func (c *cluster) stop() error {
	if c.shell == nil {
		return nil
	}
	err := errors.Join(c.input.Close(), c.shell.Wait())
	c.shell = nil
	return err
}

// postgresFolder returns the folder that holds initdb and postgres.
func postgresFolder() (string, error) {
	if found, err := exec.LookPath("initdb"); err == nil {
		if found, err = filepath.EvalSymlinks(found); err == nil {
			return filepath.Dir(found), nil
		}
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("%w: PostgreSQL is not on this machine; install the package postgresql", errSkipped)
	}
	return filepath.Dir(slices.Max(found)), nil
}

// unprivileged returns the user that runs the server, which refuses root. It
// returns nil, for the present user, when that is not root.
func unprivileged() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil //nolint:nilnil // SysProcAttr takes nil for the present user
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
	return nil, fmt.Errorf("%w: PostgreSQL refuses to run as root, and the system has neither the user \"postgres\" nor \"nobody\"", errSkipped)
}
