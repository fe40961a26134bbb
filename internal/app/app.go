// Package app ties the parts together. It is the only place that knows all of
// them: what each one needs is handed to it here, and nowhere else.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/edge/server"
)

// drainGrace is how long a stopping node hands clicks on. What is left then
// stays in the journal for the next start.
const drainGrace = 10 * time.Second

// Node is one running Linnet. Make one with New, Run it, Close it.
type Node struct {
	cfg    config.Config
	log    *slog.Logger
	parts  parts
	server *server.Server
	ready  chan struct{} // closed when the node listens
}

// New opens everything that the node stands on. It does not listen yet. After
// an error nothing stays open.
func New(ctx context.Context, cfg config.Config, log *slog.Logger) (*Node, error) {
	return newNode(ctx, cfg, log, clock.System{})
}

func newNode(ctx context.Context, cfg config.Config, log *slog.Logger, clk clock.Clock) (*Node, error) {
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	n := &Node{cfg: cfg, log: log, ready: make(chan struct{})}
	if err := n.open(ctx, clk); err != nil {
		return nil, errors.Join(err, n.Close())
	}
	return n, nil
}

func (n *Node) open(ctx context.Context, clk clock.Clock) error {
	var err error
	restrictFiles(ctx, n.cfg.Data, n.log)
	if err = checkRecordsFile(n.cfg); err != nil {
		return err
	}
	if n.parts.records, err = openRecords(ctx, n.cfg); err != nil {
		return err
	}
	if err = checkRecords(ctx, n.cfg, n.parts.records, n.log); err != nil {
		return err
	}
	if n.parts.clicks, err = openClicks(ctx, n.cfg, n.parts.records, clk, n.log); err != nil {
		return err
	}
	if err := removeStaging(n.cfg); err != nil {
		return fmt.Errorf("remove an incomplete backup: %w", err)
	}
	if n.parts.services, err = newServices(ctx, n.cfg, n.parts.records, n.parts.clicks, clk, n.log); err != nil {
		return err
	}
	n.server, err = newServer(n.cfg, &n.parts, clk, n.log)
	return err
}

// Run listens and serves until ctx ends, then stops in an orderly way: first
// no new visitors, then the clicks that are under way.
func (n *Node) Run(ctx context.Context) error {
	tuneGC()
	if err := n.server.Listen(ctx); err != nil {
		return err
	}
	// Background work outlives the last visitor, whose click it hands on.
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	var working sync.WaitGroup
	for _, work := range append(n.parts.background(n.log), n.answerCommands(ctx), n.scheduleBackups()) {
		working.Go(func() { work(background) })
	}
	pipeline := make(chan error, 1)
	go func() { pipeline <- n.parts.clicks.pipeline.Run(background) }()

	n.logSetupLink(ctx)
	n.log.Info("Linnet is ready", "address", n.server.Addr().String(), "public", n.cfg.PublicURL, "version", version)
	close(n.ready)
	// Clients that follow clicks would otherwise hold the shutdown up.
	context.AfterFunc(ctx, n.parts.services.endStreams)
	context.AfterFunc(ctx, func() { n.log.Info("stopping: open requests finish and clicks are stored") })
	served := n.server.Serve(ctx)

	drain, cancel := context.WithTimeout(context.Background(), drainGrace)
	defer cancel()
	drained := n.parts.clicks.pipeline.Close(drain)
	stop()
	working.Wait()
	return errors.Join(served, drained, ended(<-pipeline))
}

// logSetupLink logs how to make the first account of an install that others can
// reach. The log is the one place that only the operator reads.
func (n *Node) logSetupLink(ctx context.Context) {
	link, err := n.parts.services.accounts.SetupLink(ctx)
	switch {
	case err != nil:
		n.log.ErrorContext(ctx, "making a set-up code failed", "err", err)
	case link != "":
		n.log.WarnContext(ctx, "there is no account yet; open the link to create the first one", "link", link)
	}
}

// ended forgives the end that was asked for.
func ended(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// Ready is closed when the node listens.
func (n *Node) Ready() <-chan struct{} { return n.ready }

// Addr returns where the node listens. It may be called once Ready is closed.
func (n *Node) Addr() net.Addr { return n.server.Addr() }

// Close closes what New opened, in reverse. Run must have returned.
func (n *Node) Close() error { return n.parts.close() }

// inData returns a path in the data folder.
func inData(cfg config.Config, name string) string { return filepath.Join(cfg.Data, name) }
