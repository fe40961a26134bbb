package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"linnet/internal/core/event"
	"linnet/internal/core/plan"
	"linnet/internal/infra/records"
)

// loadPlans returns the plans of the install: those of the setting "plans", or, without
// it, what an operator chose.
func loadPlans(ctx context.Context, setting string, records *records.Store) (*plan.Catalog, error) {
	plans, err := configuredPlans(setting)
	if err != nil {
		return nil, err
	}
	choice, err := records.PlanChoice(ctx)
	if err != nil {
		return nil, fmt.Errorf("read whether the install has plans: %w", err)
	}
	plans.Apply(choice)
	return plans, nil
}

// configuredPlans reads the setting "plans": nothing, off, or a file.
func configuredPlans(setting string) (*plan.Catalog, error) {
	switch setting {
	case "":
		return plan.BuiltIn(), nil
	case "off":
		return plan.Off(), nil
	}
	file, err := os.Open(setting)
	if err != nil {
		return nil, fmt.Errorf("read the packages: %w", err)
	}
	plans, err := plan.Load(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("the packages in %s: %w", setting, err)
	}
	return plans, nil
}

// followPlans returns a subscriber that applies the operator's choice to the plans and to the
// pages that name them.
func followPlans(records *records.Store, plans *plan.Catalog, site *site, log *slog.Logger) func(event.Event) {
	return func(e event.Event) {
		if e.Kind != event.InstallPlansSet && e.Kind != "" { // "": events may have been missed
			return
		}
		ctx := context.Background()
		choice, err := records.PlanChoice(ctx)
		if err == nil {
			plans.Apply(choice)
			err = site.setPlans(plans)
		}
		if err != nil {
			log.WarnContext(ctx, "change of the plans not applied", "err", err)
		}
	}
}
