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
	"sync"
	"syscall"
	"time"

	"linnet/internal/app/backups"
	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/logqueue"
	"linnet/internal/config"
	"linnet/internal/edge/server"
)

// drainGrace is how long a stopping node stores pending clicks. The rest stays in
// the journal for the next start.
const drainGrace = 10 * time.Second

// Node is one running Linnet. Create it with New, call Run, then Close.
type Node struct {
	cfg     config.Config
	log     *slog.Logger
	parts   parts
	backups *backups.Service
	server  *server.Server
	ready   chan struct{} // closed when the node listens
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

func newNode(ctx context.Context, cfg config.Config, store clickStore, log Log, clock clock.Clock) (*Node, error) {
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	n := &Node{
		cfg:     cfg,
		log:     log.Logger,
		backups: backups.New(backups.Deps{Config: cfg, Version: version, Clock: clock, Log: log.Logger}),
		ready:   make(chan struct{}),
	}
	n.parts.logLines = log.Lines
	if err := n.open(ctx, store, clock); err != nil {
		return nil, errors.Join(err, n.Close())
	}
	return n, nil
}

func (n *Node) open(ctx context.Context, store clickStore, clock clock.Clock) error {
	stores.RestrictFiles(ctx, n.cfg.Data, n.log)
	destination, err := backups.DestinationOf(n.cfg, n.log)
	if err != nil {
		return err
	}
	n.parts.backups = backups.NewSchedule(backups.ScheduleDeps{
		Destination: destination,
		Every:       n.cfg.BackupEvery,
		Keep:        n.cfg.BackupKeep,
		Write:       n.backup(n.cfg.BackupDatabases),
		Notify:      n.notifyBackups,
		Clock:       clock,
		Log:         n.log,
	})
	if n.parts.membership, err = join(ctx, n.cfg, store); err != nil {
		return err
	}
	if err = stores.CheckRecordsFile(n.cfg); err != nil {
		return err
	}
	if n.parts.records, err = stores.OpenRecords(ctx, n.cfg); err != nil {
		return err
	}
	n.parts.clocks = newClockWatch(n.parts.records, clock, n.log)
	if err = checkRecords(ctx, n.cfg, store, n.parts.records, n.log); err != nil {
		return err
	}
	key, err := stores.OpenSecretKey(ctx, n.cfg, n.parts.records)
	if err != nil {
		return err
	}
	if n.parts.clicks, err = openClicks(ctx, n.cfg, store, n.parts.membership, n.parts.records, clock, n.log); err != nil {
		return err
	}
	if err = n.parts.number(ctx, n.cfg, n.parts.records, n.parts.clicks.recorder, clock, n.log); err != nil {
		return err
	}
	if err := backups.RemoveStaging(n.cfg); err != nil {
		return fmt.Errorf("remove an incomplete backup: %w", err)
	}
	attempts := newAttempts(n.cfg, n.parts.records, n.parts.clicks, key, clock, n.log)
	n.parts.tlsHosts = newTLSHosts(n.parts.records, clock, n.log)
	if n.parts.certs, err = newCerts(ctx, n.cfg, n.parts.records, key, n.parts.tlsHosts, attempts, clock, n.log); err != nil {
		return err
	}
	certificates := domainCertificates(n.parts.certs)
	if n.parts.images, err = stores.OpenImages(n.cfg, clock); err != nil {
		return err
	}
	n.parts.services, err = newServices(ctx, n.cfg, n.parts.records, n.parts.clicks, n.parts.images, key, certificates, attempts, clock, n.log)
	if err != nil {
		return err
	}
	n.server, err = newServer(n.cfg, &n.parts, clock, n.log)
	return err
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
	for _, work := range append(n.background(), n.answerCommands(ctx), n.parts.backups.Run) {
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
	context.AfterFunc(ctx, n.parts.services.endStreams)
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
func (n *Node) Close() error { return n.parts.close() }
