package app

import (
	"context"
	"errors"
	"fmt"
	"io"

	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/useragent"
)

type reclassifyCmd struct{}

// Run looks at the user agents of all clicks again, with what this version
// knows of bots. A running node does it itself, while clicks arrive; else the
// click store is opened here.
func (reclassifyCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	err := askNode(ctx, *cfg, reclassifyTask, s.out)
	if !errors.Is(err, errNoNode) {
		return err
	}
	agents, err := useragent.New()
	if err != nil {
		return err
	}
	store, err := duckdb.Open(ctx, inData(*cfg, "clicks.duckdb"), duckdb.Options{Clock: clock.System{}, Log: newLogger(cfg.LogFormat, s.err)})
	if err != nil {
		return err
	}
	return errors.Join(reclassify(ctx, store, agents, s.out), store.Close())
}

const reclassifyTask = "reclassify"

// reclassify gives history the classes of today. Counters on links follow when
// a node compares them (reclassified, below, or at its next start).
func reclassify(ctx context.Context, store *duckdb.Store, agents *useragent.Parser, w io.Writer) error {
	done, err := store.Reclassify(ctx, func(agent string) visitor.BotReason { return agents.Parse(agent).Bot })
	if err != nil {
		return fmt.Errorf("run the command again, it goes on where it was: %w", err)
	}
	return tellReclassified(w, done)
}

// reclassify is the same in a running node: the counters follow at once.
func (c *clicks) reclassify(ctx context.Context, w io.Writer) error {
	if err := reclassify(ctx, c.store, c.agents, w); err != nil {
		return err
	}
	return c.counter.Reconcile(ctx)
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
		if err := serveControl(ctx, listener, map[string]controlTask{reclassifyTask: n.parts.clicks.reclassify}); err != nil {
			n.log.WarnContext(ctx, "commands cannot reach this node any more", "error", err)
		}
	}
}
