package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/conversion"
	"linnet/internal/core/visitor"
)

// Reclassify classifies the user agents of all stored clicks again with this
// version's list of bots. The running node does it while it goes on storing
// clicks; without one, Reclassify opens the stores itself. It writes what
// changed to w. A call that failed can be repeated and continues.
func Reclassify(ctx context.Context, cfg config.Config, log *slog.Logger, w io.Writer) (err error) {
	if err := callNode(ctx, cfg, reclassifyTask, w); !errors.Is(err, errNoNode) {
		return err
	}
	if _, err := os.Stat(cfg.InData(clicksFile)); err != nil && cfg.ClickHouseURL == "" {
		return fmt.Errorf("no clicks found in %s; name its folder with LINNET_DATA or --data: %w", cfg.Data, err)
	}
	clock := clock.System{}
	records, err := openRecords(ctx, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, records.Close()) }()
	store := clickStoreOf(cfg)
	folder, err := lockFolder(cfg, store)
	defer func() { err = errors.Join(err, folder.close()) }()
	if err != nil {
		return err
	}
	c, err := openClicks(ctx, cfg, store, folder, records, clock, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	return reclassify(ctx, c, newConversions(c, records, clock, log), w)
}

const reclassifyTask = "reclassify"

// reclassify classifies stored clicks and their conversions again. It does not
// correct the counters of links: the running node does so afterwards, and another
// node at its next start.
func reclassify(ctx context.Context, c *clicks, conversions *conversion.Service, w io.Writer) error {
	done, err := c.store.Reclassify(ctx, func(agent string) visitor.BotReason { return c.agents.Parse(agent).Bot })
	if err == nil {
		err = conversions.Reclassify(ctx)
	}
	if err != nil {
		return fmt.Errorf("run the command again to continue: %w", err)
	}
	return printReclassified(w, done)
}

// controlTasks returns the operations that commands can run in the node.
func (n *Node) controlTasks() map[string]controlTask {
	return map[string]controlTask{
		reclassifyTask: n.reclassify, healthTask: n.health, reopenTask: n.reopenClicks, refreshTask: n.refresh, confirmClockTask: n.confirmClock,
		clickCopyTask: n.stageClicks, publicURLTask: n.writePublicURL,
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
	listener, err := listenControl(ctx, n.cfg)
	if err != nil {
		n.log.WarnContext(ctx, "control socket not available", "err", err)
		return func(context.Context) {}
	}
	return func(ctx context.Context) {
		if err := serveControl(ctx, listener, n.controlTasks(), n.backupTasks()); err != nil {
			n.log.WarnContext(ctx, "control socket failed", "err", err)
		}
	}
}
