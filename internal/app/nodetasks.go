package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"linnet/internal/app/backups"
	"linnet/internal/app/control"
	"linnet/internal/app/installcopy"
	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/core/notify"
	"linnet/internal/core/webhost"
	"linnet/internal/infra/records"
)

// controlTasks returns the operations that commands can run in the node.
func (n *Node) controlTasks() map[string]control.Task {
	return map[string]control.Task{
		control.ConfirmClock: n.confirmClock,
		control.CopyClicks:   n.stageClicks,
		control.Health:       n.health,
		control.PublicURL:    n.writePublicURL,
		control.Reclassify:   n.reclassify,
		control.Refresh:      n.refresh,
		control.ReopenClicks: n.reopenClicks,
	}
}

// archiveTasks returns those that write archives.
func (n *Node) archiveTasks() map[string]control.Task {
	return map[string]control.Task{
		control.Backup:          archiveTask(n.parts.backups, n.parts.clicks, false),
		control.BackupDatabases: archiveTask(n.parts.backups, n.parts.clicks, true),
	}
}

// reclassify is Reclassify in the running node.
func (n *Node) reclassify(ctx context.Context, w io.Writer) error {
	if err := reclassify(ctx, n.parts.clicks, n.parts.services.conversions, w); err != nil {
		return err
	}
	return n.parts.clicks.counter.Reconcile(ctx)
}

// answerCommands opens the control socket and returns the background work that
// serves it. Without a socket the node runs, but commands cannot reach it.
func (n *Node) answerCommands(ctx context.Context) func(context.Context) {
	listener, err := control.Listen(ctx, n.cfg.Data)
	if err != nil {
		n.log.WarnContext(ctx, "control socket not available", "err", err)
		return func(context.Context) {}
	}
	return func(ctx context.Context) {
		if err := control.Serve(ctx, listener, n.controlTasks(), n.archiveTasks()); err != nil {
			n.log.WarnContext(ctx, "control socket failed", "err", err)
		}
	}
}

// archiveTask returns the function that writes an archive while the node runs, with the
// content of databases if wanted. It first waits up to flushTimeout until the click
// store has all clicks of the journal: clicks that are restored from the journal have
// no visitor, because backups do not contain the salts.
func archiveTask(archives *backups.Service, c *clicks, databases bool) control.Task {
	return func(ctx context.Context, w io.Writer) error {
		c.flush(ctx)
		return archives.WriteRunning(ctx, c.store.Snapshot, databases, w)
	}
}

const (
	// flushTimeout limits how long a backup waits for clicks in the journal.
	flushTimeout = 30 * time.Second
	flushPoll    = 20 * time.Millisecond
)

// flush waits until the click store has every click that is in the journal now,
// or until flushTimeout.
func (c *clicks) flush(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, flushTimeout)
	defer cancel()
	end := c.journal.End()
	tick := time.NewTicker(flushPoll)
	defer tick.Stop()
	for {
		position, err := c.store.Position(ctx, c.source)
		if err != nil || position >= end {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// health runs the checks of /readyz and writes the state of each, one per line.
func (n *Node) health(ctx context.Context, w io.Writer) error {
	for _, check := range checks(n.parts, webhost.Normal(n.cfg.Host()), n.cfg.Data, clock.System{}) {
		state := control.Healthy
		if err := check.Run(ctx); err != nil {
			state = oneLine(err)
		}
		if _, err := fmt.Fprintf(w, "%s: %s\n", check.Name, state); err != nil {
			return err
		}
	}
	return nil
}

// oneLine returns the text of an error without line breaks.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// reopenClicks opens the click store after it was rebuilt. The pipeline adds the clicks of
// the journal, and then the counters of links are reconciled.
func (n *Node) reopenClicks(ctx context.Context, _ io.Writer) error {
	n.parts.clicks.pipeline.Rewind()
	if err := n.parts.clicks.store.Reopen(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	n.parts.clicks.counter.ReconcileSoon()
	return nil
}

// refresh evicts what the node caches of the records.
func (n *Node) refresh(context.Context, io.Writer) error {
	n.parts.records.Refresh()
	return nil
}

// confirmClock is ConfirmClock in the running node.
func (n *Node) confirmClock(ctx context.Context, w io.Writer) error {
	if err := n.parts.services.retention.ConfirmClock(ctx); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "Clock confirmed. Old clicks were deleted.")
	return err
}

// writePublicURL writes the public URL of the node.
func (n *Node) writePublicURL(_ context.Context, w io.Writer) error {
	_, err := fmt.Fprintln(w, n.cfg.PublicURL)
	return err
}

// stageClicks copies the click store into the data folder for linnet migrate, because
// only this process can open it.
func (n *Node) stageClicks(ctx context.Context, _ io.Writer) error {
	if n.cfg.ClickHouseURL != "" {
		return errors.New("this node stores clicks in ClickHouse; name it with --from-clicks")
	}
	if err := backups.RequireSpace(n.cfg); err != nil {
		return err
	}
	dir := n.cfg.InData(installcopy.ClicksDir)
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	n.parts.clicks.flush(ctx)
	_, err := n.parts.clicks.store.Snapshot(ctx, filepath.Join(dir, stores.ClicksFile), nil)
	return err
}

// notifyBackups returns a function that notifies the operators that the backups of a node
// are overdue.
func notifyBackups(records *records.Store, notices *notify.Service, node string) func(ctx context.Context, last time.Time) error {
	return func(ctx context.Context, last time.Time) error {
		operators, err := records.OperatorIDs(ctx)
		if err != nil {
			return err
		}
		return notices.BackupsOverdue(ctx, operators, node, last)
	}
}
