package records

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
)

// ErrNodeRefused reports that another node excludes this one from the database.
var ErrNodeRefused = errors.New("the database is in use")

// The advisory locks of nodes: the class, and the object that stands for the database.
// Other objects stand for journals.
const (
	lockClass     = 0x6c6e6e74 // "lnnt"
	databaseEntry = 0
)

const (
	lockTimeout  = 10 * time.Second // for one attempt
	lockAttempts = 3 * time.Second  // the server needs a moment to notice that a process was killed
	lockRetry    = 200 * time.Millisecond
	lockCheck    = 2 * time.Second // between two checks that the connection lives
)

// NodeLockOptions describe the node that takes the lock.
type NodeLockOptions struct {
	URL  string // of the database
	Name string // for people
	// Shared is for nodes that share a click store: any number of them may use the
	// database. It is exclusive otherwise.
	Shared bool
	// Source is the identity of a journal, which only one node may have; empty: none.
	Source string
}

// NodeLock is the right of this process to use a PostgreSQL database as a node. It is
// held by a connection of its own, and ends with it. It is safe for concurrent use.
//
// The connection stays in one transaction, so that the lock also holds behind a pooler
// that assigns connections to transactions.
type NodeLock struct {
	opts NodeLockOptions
	me   string // the name of the connection at the server

	mu   sync.Mutex
	conn *pgx.Conn // nil: lost
	err  error     // why the lock is not held; nil: it is
}

// LockNode takes the lock. It returns ErrNodeRefused when another node has it, and says
// which.
func LockNode(ctx context.Context, o NodeLockOptions) (*NodeLock, error) {
	l := &NodeLock{opts: o, me: connectionName(o.Name)}
	attempts, cancel := context.WithTimeout(ctx, lockAttempts)
	defer cancel()
	for {
		err := l.acquire(ctx)
		if err == nil {
			return l, nil
		}
		if !errors.Is(err, ErrNodeRefused) {
			return nil, err
		}
		select {
		case <-attempts.Done():
			return nil, err
		case <-time.After(lockRetry):
		}
	}
}

// connectionName returns a unique name of at most 63 bytes, the server's limit.
func connectionName(node string) string {
	return "linnet node " + node[:min(len(node), 30)] + " " + ident.New(ident.Node)
}

// acquire opens the connection and takes the locks.
func (l *NodeLock) acquire(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lockTimeout)
	defer cancel()
	config, err := pgx.ParseConfig(l.opts.URL)
	if err != nil {
		return errDatabaseURL
	}
	config.RuntimeParams["application_name"] = l.me
	c, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("connect for the node lock: %w", err)
	}
	if err := l.lock(ctx, c); err != nil {
		return errors.Join(err, c.Close(ctx))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conn, l.err = c, nil
	return nil
}

// lock begins the transaction that has the locks. The server ends it within half a
// minute when this machine is gone.
func (l *NodeLock) lock(ctx context.Context, c *pgx.Conn) error {
	for _, statement := range []string{
		`BEGIN`, `SET LOCAL idle_in_transaction_session_timeout = 0`,
		`SET LOCAL tcp_keepalives_idle = 10`, `SET LOCAL tcp_keepalives_interval = 5`, `SET LOCAL tcp_keepalives_count = 3`,
	} {
		if _, err := c.Exec(ctx, statement); err != nil {
			return fmt.Errorf("begin the transaction of the node lock: %w", err)
		}
	}
	take := `SELECT pg_try_advisory_xact_lock($1, $2)`
	if l.opts.Shared {
		take = `SELECT pg_try_advisory_xact_lock_shared($1, $2)`
	}
	if err := l.take(ctx, c, take, databaseEntry); err != nil {
		return err
	}
	if l.opts.Source == "" {
		return nil
	}
	return l.take(ctx, c, `SELECT pg_try_advisory_xact_lock($1, $2)`, journalEntry(l.opts.Source))
}

// journalEntry returns the object that stands for a journal.
func journalEntry(source string) int32 {
	return int32(crc32.ChecksumIEEE([]byte(source))>>1) | 1 //nolint:gosec // 31 bits
}

func (l *NodeLock) take(ctx context.Context, c *pgx.Conn, statement string, entry int32) error {
	var taken bool
	if err := c.QueryRow(ctx, statement, pgx.QueryExecModeExec, int32(lockClass), entry).Scan(&taken); err != nil {
		return fmt.Errorf("take the node lock: %w", err)
	}
	if taken {
		return nil
	}
	return l.refusal(ctx, c, entry)
}

// refusal describes the node that has the lock. It ends a connection of this process
// that the server believes to be alive.
func (l *NodeLock) refusal(ctx context.Context, c *pgx.Conn, entry int32) error {
	const holders = `
		SELECT a.pid, COALESCE(a.application_name, ''), COALESCE(host(a.client_addr), 'this machine')
		FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
		WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1 AND l.objid = $2 AND l.objsubid = 2
			AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.pid <> pg_backend_pid()
		LIMIT 1`
	var pid int32
	var name, host string
	err := c.QueryRow(ctx, holders, pgx.QueryExecModeExec, int64(lockClass), int64(entry)).Scan(&pid, &name, &host)
	if err != nil {
		return fmt.Errorf("%w by another node", ErrNodeRefused)
	}
	if name == l.me {
		_, _ = c.Exec(ctx, `SELECT pg_terminate_backend($1)`, pgx.QueryExecModeExec, pid)
		return fmt.Errorf("%w by an earlier connection of this node", ErrNodeRefused)
	}
	switch {
	case entry != databaseEntry:
		return fmt.Errorf("%w by a node with a copy of this journal (%s, %s)", ErrNodeRefused, name, host)
	case l.opts.Shared:
		return fmt.Errorf("%w by a node without a shared click store (%s, %s)", ErrNodeRefused, name, host)
	}
	return fmt.Errorf("%w by another node (%s, %s), and nodes need a shared click store", ErrNodeRefused, name, host)
}

// Run checks the connection until ctx ends, and takes the lock again when it was lost.
func (l *NodeLock) Run(ctx context.Context, log *slog.Logger) {
	loop.Task{Name: "node lock", Every: lockCheck, Delay: lockCheck, Log: log, Do: l.check}.Run(ctx)
}

func (l *NodeLock) check(ctx context.Context) error {
	l.mu.Lock()
	c := l.conn
	l.mu.Unlock()
	if c != nil && ping(ctx, c) == nil {
		return nil
	}
	if ctx.Err() != nil {
		return nil //nolint:nilerr // the node stops
	}
	if c != nil {
		closing, cancel := context.WithTimeout(ctx, time.Second)
		_ = c.Close(closing) // it is broken
		cancel()
		l.mu.Lock()
		l.conn = nil
		l.mu.Unlock()
	}
	err := l.acquire(ctx)
	if err != nil {
		l.mu.Lock()
		l.err = err
		l.mu.Unlock()
	}
	return err
}

func ping(ctx context.Context, c *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, hangTimeout)
	defer cancel()
	_, err := c.Exec(ctx, `SELECT 1`)
	return err
}

// Health returns nil while this process has the lock, else why it has not.
func (l *NodeLock) Health() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// Close releases the lock.
func (l *NodeLock) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), hangTimeout)
	defer cancel()
	err := l.conn.Close(ctx)
	l.conn = nil
	return err
}
