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
	if err := askNode(ctx, cfg, reclassifyTask, w); !errors.Is(err, errNoNode) {
		return err
	}
	if _, err := os.Stat(inData(cfg, clicksFile)); err != nil {
		return fmt.Errorf("no clicks found in %s; name its folder with LINNET_DATA or --data: %w", cfg.Data, err)
	}
	clk := clock.System{}
	records, err := openRecords(ctx, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, records.Close()) }()
	c, err := openClicks(ctx, cfg, records, clk, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	return reclassify(ctx, c, newConversions(c, records, clk, log), w)
}

const reclassifyTask = "reclassify"

// reclassify gives history the classes of today, and conversions those of their
// clicks. Counters on links follow when a node compares them: the running one at
// once (below), else the next at its start.
func reclassify(ctx context.Context, c *clicks, conversions *conversion.Service, w io.Writer) error {
	done, err := c.store.Reclassify(ctx, func(agent string) visitor.BotReason { return c.agents.Parse(agent).Bot })
	if err == nil {
		err = conversions.Reclassify(ctx)
	}
	if err != nil {
		return fmt.Errorf("run the command again, it goes on where it was: %w", err)
	}
	return tellReclassified(w, done)
}

// controlTasks are what commands may ask of the running node.
func (n *Node) controlTasks() map[string]controlTask {
	return map[string]controlTask{
		reclassifyTask: n.reclassify, healthTask: n.health, reopenTask: n.reopenClicks, refreshTask: n.refresh, confirmClockTask: n.confirmClock,
	}
}

// reclassify is the same in a running node.
func (n *Node) reclassify(ctx context.Context, w io.Writer) error {
	if err := reclassify(ctx, n.parts.clicks, n.parts.services.conversions, w); err != nil {
		return err
	}
	return n.parts.clicks.counter.Reconcile(ctx)
}

// answerCommands lets commands reach the node from now on, and returns the work
// of answering them. A folder that cannot hold a socket costs only the commands.
func (n *Node) answerCommands(ctx context.Context) func(context.Context) {
	listener, err := listenControl(ctx, n.cfg)
	if err != nil {
		n.log.WarnContext(ctx, "commands cannot reach this node", "error", err)
		return func(context.Context) {}
	}
	return func(ctx context.Context) {
		if err := serveControl(ctx, listener, n.controlTasks(), n.backup); err != nil {
			n.log.WarnContext(ctx, "commands cannot reach this node any more", "error", err)
		}
	}
}
