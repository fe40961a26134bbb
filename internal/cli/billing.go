package cli

import (
	"context"
	"fmt"
	"io"

	"linnet/internal/app"
	"linnet/internal/config"
)

type billingCmds struct {
	Sync      billingSyncCmd      `cmd:"" help:"Create the products and prices of the plans at Stripe. Safe to repeat."`
	Reconcile billingReconcileCmd `cmd:"" help:"Compare all subscriptions at Stripe with the records, and repair and print the differences."`
}

type billingSyncCmd struct{ asJSON }

// Run creates the prices.
func (c billingSyncCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	all, err := app.SyncPrices(ctx, *cfg)
	if err != nil {
		return err
	}
	return c.print(s.out, all, func(w io.Writer) error {
		rows := [][]string{{"LOOKUP KEY", "PRICE", "STATE"}}
		for _, p := range all {
			state := "unchanged"
			if p.Created {
				state = "created"
			}
			rows = append(rows, []string{p.LookupKey, p.PriceID, state})
		}
		return table(w, rows)
	})
}

type billingReconcileCmd struct{ asJSON }

// Run repairs the records.
func (c billingReconcileCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	drift, err := app.ReconcileBilling(ctx, *cfg, newLogger(*cfg, s.err))
	if err != nil {
		return err
	}
	return c.print(s.out, drift, func(w io.Writer) error {
		if len(drift) == 0 {
			_, err := fmt.Fprintln(w, "The records match the subscriptions.")
			return err
		}
		rows := [][]string{{"WORKSPACE", "SUBSCRIPTION", "BEFORE", "AFTER"}}
		for _, d := range drift {
			rows = append(rows, []string{d.WorkspaceID, d.SubscriptionID, d.Before, d.After})
		}
		return table(w, rows)
	})
}
