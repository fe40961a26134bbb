package records

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"linnet/internal/base/fault"
)

// probeTimeout is how long a statement waits for a disk that does not answer.
const probeTimeout = time.Second

// diskProbe writes one byte to the disk of the SQLite file before each
// statement. SQLite maps the index of its log into memory, and this driver is
// Go code: a page fault on a disk that hangs would stop a Go processor, and
// with it redirects that need no records. A write(2) that hangs stops only the
// thread that it runs on, and there is at most one.
type diskProbe struct {
	file    probeFile
	turn    chan struct{} // has a token while a write is in progress
	timeout time.Duration
}

type probeFile interface {
	io.WriterAt
	io.Closer
}

// newDiskProbe returns a probe of the disk of dir. Its file is
// unlinked.
func newDiskProbe(dir string) (*diskProbe, error) {
	file, err := os.CreateTemp(dir, "probe-*")
	if err != nil {
		return nil, fmt.Errorf("probe the data folder: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(fmt.Errorf("probe the data folder: %w", err), file.Close())
	}
	return &diskProbe{file: file, turn: make(chan struct{}, 1), timeout: probeTimeout}, nil
}

// check returns nil when the disk answers a write, also with an error, and
// Unavailable when it does not do so in time.
func (p *diskProbe) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, p.timeout,
		fault.New(fault.Unavailable, "The server's disk does not respond. Try again in a moment."))
	defer cancel()
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	answered := make(chan struct{})
	go func() {
		_, _ = p.file.WriteAt([]byte{0}, 0) // SQLite reports the error of a disk that fails
		<-p.turn
		close(answered)
	}()
	select {
	case <-answered:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// probed is a pool that runs statements only while the disk answers.
type probed struct {
	db    *sql.DB
	probe *diskProbe
}

// ExecContext is that of sql.DB; the error is Unavailable while the disk hangs.
func (p probed) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := p.probe.check(ctx); err != nil {
		return nil, err
	}
	return p.db.ExecContext(ctx, query, args...)
}

// QueryContext is that of sql.DB; the error is Unavailable while the disk hangs.
func (p probed) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := p.probe.check(ctx); err != nil {
		return nil, err
	}
	return p.db.QueryContext(ctx, query, args...)
}
