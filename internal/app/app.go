// Package app wires the packages together: it opens the stores, constructs the
// services and runs them as a Node. It also has the operations on a data folder
// that commands use.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"linnet/internal/app/backups"
	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/logqueue"
	"linnet/internal/config"
	"linnet/internal/edge/httpapi"
	"linnet/internal/edge/server"
)

// drainGrace is how long a stopping node stores pending clicks. The rest stays in
// the journal for the next start.
const drainGrace = 10 * time.Second

// Node is one running Linnet. Create it with New, call Run, then Close.
type Node struct {
	cfg     config.Config
	log     *slog.Logger
	parts   *parts
	server  *server.Server
	api     *httpapi.API
	ready   chan struct{} // closed when the node listens
	closers closers
}

// Log is the log of a node.
type Log struct {
	*slog.Logger
	Lines *logqueue.Writer // to which the Logger writes
}

// LogTo returns a log that never waits for out. newHandler returns the handler that
// encodes its lines. From now on, writing to a closed pipe is an error and does not end
// the process. Lines must be closed when nothing logs any more.
func LogTo(out io.Writer, newHandler func(io.Writer) slog.Handler) Log {
	signal.Ignore(syscall.SIGPIPE)
	lines := logqueue.New(out)
	return Log{slog.New(newHandler(lines)), lines}
}

// New opens the stores and constructs the node. The node does not listen until
// Run. After an error nothing is left open.
func New(ctx context.Context, cfg config.Config, log Log) (*Node, error) {
	return newNode(ctx, cfg, clickStoreOf(cfg), log, clock.System{})
}

func newNode(ctx context.Context, cfg config.Config, store clickStore, log Log, clock clock.Clock) (_ *Node, err error) {
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	stores.RestrictFiles(ctx, cfg.Data, log.Logger)
	destination, err := backups.DestinationOf(cfg, log.Logger)
	if err != nil {
		return nil, err
	}
	var opened closers
	defer func() {
		if err != nil {
			err = errors.Join(err, opened.close())
		}
	}()
	shared, err := openShared(ctx, cfg, store, &opened, clock, log.Logger)
	if err != nil {
		return nil, err
	}
	if err := backups.RemoveStaging(cfg); err != nil {
		return nil, fmt.Errorf("remove an incomplete backup: %w", err)
	}
	parts, err := newParts(ctx, cfg, shared, destination, &opened, clock, log)
	if err != nil {
		return nil, err
	}
	server, api, err := newServer(cfg, parts, clock, log.Logger)
	if err != nil {
		return nil, err
	}
	return &Node{
		cfg:     cfg,
		log:     log.Logger,
		parts:   parts,
		server:  server,
		api:     api,
		ready:   make(chan struct{}),
		closers: opened,
	}, nil
}

// closers are the functions that close what was opened.
type closers []func() error

func (c *closers) add(closer func() error) { *c = append(*c, closer) }

// close calls them in reverse order.
func (c closers) close() error {
	var errs []error
	for _, closer := range slices.Backward(c) {
		errs = append(errs, closer())
	}
	return errors.Join(errs...)
}

// Run listens and serves until ctx ends. It then stops accepting requests and
// stores the pending clicks.
func (n *Node) Run(ctx context.Context) error {
	memoryOf().tune()
	if err := n.server.Listen(ctx); err != nil {
		return err
	}
	// Background work continues until the clicks of the last requests are stored.
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	var working sync.WaitGroup
	for _, work := range append(n.background(), n.answerCommands(ctx), n.parts.schedule.Run) {
		working.Go(func() { work(background) })
	}
	pipeline := make(chan error, 1)
	go func() { pipeline <- n.parts.clicks.pipeline.Run(background) }()

	n.writeSetupCode(ctx)
	if addr := n.server.TLSAddr(); addr != nil {
		n.log.Info("serving TLS", "address", addr.String(), "certificates", n.cfg.TLS)
	}
	n.log.Info("Linnet is ready", "address", n.server.Addr().String(), "public", n.cfg.PublicURL, "version", version)
	close(n.ready)
	// Open event streams would delay the shutdown.
	context.AfterFunc(ctx, n.api.Close)
	context.AfterFunc(ctx, func() { n.log.Info("stopping: open requests finish and clicks are stored") })
	served := n.server.Serve(ctx)

	drain, cancel := context.WithTimeout(context.Background(), drainGrace)
	defer cancel()
	drained := n.parts.clicks.pipeline.Close(drain)
	stop()
	working.Wait()
	return errors.Join(served, drained, ignoreCanceled(<-pipeline))
}

// background returns the background work of the node.
func (n *Node) background() []func(context.Context) {
	work := n.parts.background(n.log)
	if n.parts.certs != nil {
		work = append(work, runCerts(n.parts.certs, n.parts.tlsHosts, n.cfg.Host(), n.log))
	}
	return work
}

// ignoreCanceled returns nil for context.Canceled.
func ignoreCanceled(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// Ready is closed when the node listens.
func (n *Node) Ready() <-chan struct{} { return n.ready }

// Addr returns the address that the node listens on. Ready must be closed.
func (n *Node) Addr() net.Addr { return n.server.Addr() }

// TLSAddr returns the address of the TLS listener, nil without one. Ready must be
// closed.
func (n *Node) TLSAddr() net.Addr { return n.server.TLSAddr() }

// Close closes what New opened, in reverse order. Run must have returned.
func (n *Node) Close() error { return n.closers.close() }
