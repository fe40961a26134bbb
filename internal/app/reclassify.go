package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"linnet/internal/app/control"
	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/click"
	"linnet/internal/core/conversion"
	"linnet/internal/core/visitor"
)

// Reclassify classifies the user agents of all stored clicks again with this
// version's list of bots. The running node does it while it goes on storing
// clicks; without one, Reclassify opens the stores itself. It writes what
// changed to w. A call that failed can be repeated and continues.
func Reclassify(ctx context.Context, cfg config.Config, log *slog.Logger, w io.Writer) (err error) {
	if err := control.Call(ctx, cfg.Data, control.Reclassify, w); !errors.Is(err, control.ErrNoNode) {
		return err
	}
	if _, err := os.Stat(cfg.InData(stores.ClicksFile)); err != nil && cfg.ClickHouseURL == "" {
		return fmt.Errorf("no clicks found in %s; name its folder with LINNET_DATA or --data: %w", cfg.Data, err)
	}
	clock := clock.System{}
	records, err := stores.OpenRecords(ctx, cfg)
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

// printReclassified prints the result of a reclassification.
func printReclassified(w io.Writer, done click.Reclassified) error {
	var b strings.Builder
	for _, c := range done.Changes {
		fmt.Fprintf(&b, "%d clicks: %s → %s\n", c.Clicks, className(string(c.From)), className(string(c.To)))
	}
	if len(done.Changes) == 0 {
		fmt.Fprintln(&b, "No clicks were reclassified.")
	}
	fmt.Fprintf(&b, "%d clicks checked; %d of them have no stored user agent and were not changed.\n", done.Clicks, done.Unknown)
	_, err := io.WriteString(w, b.String())
	return err
}

func className(reason string) string {
	if reason == "" {
		return "human"
	}
	return "bot (" + reason + ")"
}
