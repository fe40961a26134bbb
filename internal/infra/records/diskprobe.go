package records

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"linnet/internal/base/fault"
)

// probeTimeout is how long a statement waits for a disk that does not answer.
const probeTimeout = time.Second

// diskProbe writes one byte to the disk of the SQLite file before each
// statement. SQLite maps the index of its log into memory, and this driver is
// Go code: a page fault on a disk that hangs would stop a Go processor, and
// with it redirects that need no records. A write(2) that hangs stops only the
// thread that it runs on, and there is at most one: statements that begin
// meanwhile wait for the same write.
type diskProbe struct {
	file    probeFile
	timeout time.Duration

	mu      sync.Mutex
	pending chan struct{} // closed when the write in progress is answered; nil: none
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
	return &diskProbe{file: file, timeout: probeTimeout}, nil
}

// check returns nil when the disk answers a write, also with an error, and
// Unavailable when it does not do so in time.
func (p *diskProbe) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, p.timeout,
		fault.New(fault.Unavailable, "The server's disk does not respond. Try again in a moment."))
	defer cancel()
	select {
	case <-p.answered():
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// answered returns a channel that is closed when the disk answers the write in progress, which
// it begins if there is none.
func (p *diskProbe) answered() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending == nil {
		p.pending = make(chan struct{})
		go p.write(p.pending)
	}
	return p.pending
}

func (p *diskProbe) write(answered chan<- struct{}) {
	_, _ = p.file.WriteAt([]byte{0}, 0) // SQLite reports the error of a disk that fails
	p.mu.Lock()
	p.pending = nil
	p.mu.Unlock()
	close(answered)
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
